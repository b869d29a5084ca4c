'use strict';
(function () {
  var data = JSON.parse(document.getElementById('data').textContent);
  // The counterexample that is shown, its steps, and the step.
  var run = 0, steps = data.failures[0] || [], now = -1;
  var $ = function (id) { return document.getElementById(id); };
  document.body.classList.add('scripted');

  // One file and one automaton at a time.
  function show(kind, id) {
    document.querySelectorAll('.' + kind + '-body').forEach(function (e) {
      e.classList.toggle('shown', e.id === (kind === 'file' ? 'f' : 'g') + id);
    });
    if (kind === 'file') document.querySelectorAll('.outline').forEach(function (e) { e.classList.toggle('shown', e.id === 'o' + id); });
    var pick = $(kind === 'file' ? 'file' : 'proc');
    if (pick) pick.value = String(id);
  }
  // entry scrolls the picture that is shown to where the procedure begins.
  function entry() { into(document.querySelector('.graph-body.shown .entry'), pane.graph); }
  ['file', 'proc'].forEach(function (name) {
    if ($(name)) $(name).addEventListener('change', function (e) {
      show(name === 'file' ? 'file' : 'graph', e.target.value);
      if (name === 'proc') entry(); else pane.source.scrollTop = 0;
    });
  });

  // Links lead to lines of files, to counterexamples and their steps, and into what is folded up.
  function followHash() {
    var m = /^#f(\d+)l\d+$/.exec(location.hash), x = /^#x(\d+)(?:s(\d+))?$/.exec(location.hash), t = $(location.hash.slice(1));
    if (m && t) {
      show('file', m[1]);
      into(t, pane.source, true);
      $('source').scrollIntoView({ block: 'nearest' });
    } else if (x && data.failures[x[1]]) {
      if (+x[1] !== run) pick(+x[1]);
      if (x[2]) go(+x[2]);
      $('steps').scrollIntoView({ block: 'nearest' });
    } else if (t && t.closest('details')) {
      for (var d = t.closest('details'); d; d = d.parentElement && d.parentElement.closest('details')) d.open = true;
      t.scrollIntoView({ block: 'center' });
    }
  }
  addEventListener('hashchange', followHash);
  // A second click on the same link, too.
  addEventListener('click', function (e) {
    var a = e.target.closest && e.target.closest('a[href^="#"]');
    if (a && a.getAttribute('href') === location.hash) setTimeout(followHash);
  });
  // What is folded up is printed, and folded up again.
  var folded = [];
  addEventListener('beforeprint', function () {
    folded = Array.from(document.querySelectorAll('details:not([open])'));
    folded.forEach(function (d) { d.open = true; });
  });
  addEventListener('afterprint', function () { folded.forEach(function (d) { d.open = false; }); });

  // What an edge is drawn as.
  var drawn = {};
  document.querySelectorAll('svg [data-e]').forEach(function (g) {
    g.dataset.e.split(' ').forEach(function (e) { if (e) (drawn[e] = drawn[e] || []).push(g); });
  });

  // into scrolls a pane, and the pane only, so that an element in it is seen.
  function into(el, pane, centre) {
    if (!el || !pane) return;
    var a = el.getBoundingClientRect(), b = pane.getBoundingClientRect(), edge = Math.min(90, b.height / 4);
    if (centre || a.top < b.top + edge || a.bottom > b.bottom - edge / 2) pane.scrollTop += a.top - b.top - b.height / 2 + a.height / 2;
    if (a.left < b.left || a.right > b.right) pane.scrollLeft += a.left - b.left - b.width / 2 + a.width / 2;
  }

  function itemsOf(k) { return document.querySelectorAll('#x' + k + ' ol.path li'); }
  function hiding() { return $('hide' + (run || '')); }
  var list = itemsOf(0);
  var pane = { steps: document.querySelector('ol.path'), source: $('text'), graph: $('graph') };
  var lastMarks = [], here = [], values = [];

  // state replays the changes up to a step: values by function that is running, and of what is global.
  function state(n) {
    var frames = [], globals = new Map();
    for (var i = 0; i <= n; i++) {
      var s = steps[i];
      if (s.k === 'gap') { frames.forEach(function (f) { f.vars.clear(); }); globals.clear(); continue; }
      while (frames.length > s.d + 1) frames.pop();
      if (s.k === 'call') { frames.length = Math.min(frames.length, s.d); frames[s.d] = { fn: s.fn, vars: new Map() }; }
      while (frames.length < s.d + 1) frames.push({ fn: s.fn, vars: new Map() });
      (s.c || []).forEach(function (c, k) {
        var into = s.g && s.g[k] ? globals : frames[s.d].vars;
        for (var f = s.d; c.o && f >= 0; f--) if (frames[f].fn === c.o) { into = frames[f].vars; break; }
        into.delete(c.w);
        into.set(c.w, { v: c.v, at: i });
      });
    }
    return { frames: frames, globals: globals };
  }

  function watch(n) {
    var st = state(n), box = $('watch'), table = document.createElement('table');
    function group(title, vars) {
      if (!vars.size) return;
      var h = table.insertRow(), th = document.createElement('th');
      th.colSpan = 2; th.textContent = title; h.appendChild(th);
      Array.from(vars).reverse().slice(0, 60).forEach(function (v) {
        var r = table.insertRow();
        r.insertCell().textContent = v[0];
        r.insertCell().textContent = v[1].v;
        if (v[1].at === n) r.className = 'changed';
      });
    }
    var top = st.frames[st.frames.length - 1];
    if (top) group(top.fn, top.vars);
    group('global', st.globals);
    if (st.frames.length > 1) group('caller ' + st.frames[st.frames.length - 2].fn, st.frames[st.frames.length - 2].vars);
    var heap = data.heaps && data.heaps[steps[n].h - 1], picture = Object.assign(document.createElement('pre'), { className: 'heap', textContent: heap });
    box.replaceChildren(table.rows.length ? table : Object.assign(document.createElement('p'), { className: 'quiet', textContent: 'nothing has a value yet' }));
    if (heap) box.append(picture);
  }

  // margin writes behind each line of the function what it last changed.
  function margin(n) {
    values.forEach(function (c) { c.remove(); });
    values = [];
    var seen = {}, s = steps[n];
    for (var i = n, left = 400; i >= 0 && left > 0; i--) {
      var t = steps[i], key = t.f + ':' + t.l;
      if (!t.c || !t.c.length || t.f < 0 || seen[key] || t.k === 'call' || t.fn !== s.fn) continue;
      seen[key] = true; left--;
      var row = $('f' + t.f + 'l' + t.l);
      if (!row) continue;
      var val = document.createElement('span');
      val.className = 'val';
      val.title = val.textContent = t.c.map(function (c) { return c.w + ' = ' + c.v + (c.i ? ' (input)' : ''); }).join(', ');
      row.lastElementChild.append(val);
      values.push(val);
    }
  }

  function go(n, quiet) {
    if (!steps.length) return;
    n = Math.max(0, Math.min(steps.length - 1, n));
    if (n === now) return;
    now = n;
    var s = steps[n];
    lastMarks.forEach(function (e) { e.classList.remove('now'); e.removeAttribute('aria-selected'); });
    here.forEach(function (e) { e.classList.remove('here'); });
    lastMarks = [list[n]]; here = [];
    list[n].classList.add('now');
    list[n].setAttribute('aria-selected', 'true');
    pane.steps.setAttribute('aria-activedescendant', list[n].id);
    var row = s.f >= 0 && s.l ? $('f' + s.f + 'l' + s.l) : null;
    if (row) { show('file', s.f); row.classList.add('now'); lastMarks.push(row); }
    if (s.fn in data.graphs) show('graph', data.graphs[s.fn]);
    (s.e || []).forEach(function (e) {
      (drawn[e] || []).forEach(function (g) { g.classList.add('here'); here.push(g); });
    });
    $('where').textContent = (n + 1) + ' / ' + steps.length;
    watch(n);
    margin(n);
    if (!quiet) into(list[n], pane.steps);
    into(row, pane.source);
    into(here.filter(function (g) { return g.classList.contains('ops'); })[0] || here[0], pane.graph);
  }

  // step goes on by so many of the steps that are shown.
  function step(by) {
    var hide = hiding() && hiding().checked, n = now, to = now, way = by < 0 ? -1 : 1;
    while (by && n + way >= 0 && n + way < steps.length) {
      n += way;
      if (steps[n].k !== 'gap' && !(hide && steps[n].a)) { to = n; by -= way; }
    }
    go(to);
  }

  // pick shows another counterexample, from its end.
  function pick(k) {
    if (!data.failures[k]) return;
    if ($('failure')) $('failure').value = String(k);
    run = k; steps = data.failures[k]; list = itemsOf(k); now = -1;
    document.querySelectorAll('.failure-body').forEach(function (e) { e.classList.toggle('shown', e.id === 'x' + k); });
    pane.steps = document.querySelector('#x' + k + ' ol.path');
    document.querySelectorAll('table.code tr.path, table.code tr.error').forEach(function (e) { e.classList.remove('path', 'error'); });
    document.querySelectorAll('svg .lit').forEach(function (e) { e.classList.remove('lit'); });
    steps.forEach(function (s) {
      var row = s.f >= 0 && s.k !== 'call' && s.k !== 'gap' ? $('f' + s.f + 'l' + s.l) : null;
      if (row) { row.classList.add('path'); if (s.k === 'error') row.classList.add('error'); }
      (s.e || []).forEach(function (e) { (drawn[e] || []).forEach(function (g) { g.classList.add('lit'); }); });
    });
    go(steps.length - 1);
  }

  if (steps.length) {
    document.querySelectorAll('ol.path').forEach(function (l) { l.tabIndex = 0; l.setAttribute('role', 'listbox'); });
    data.failures.forEach(function (way, k) {
      itemsOf(k).forEach(function (li, i) {
        li.setAttribute('role', 'option');
        li.addEventListener('click', function (e) {
          if (e.target.closest('a')) e.preventDefault();
          if (k === run && way[i].k !== 'gap') { go(i, true); pane.steps.focus({ preventScroll: true }); }
        });
      });
      var hide = $('hide' + (k || ''));
      if (!hide) return;
      var toggle = function () { $('x' + k).classList.toggle('hiding', hide.checked); if (k === run) into(list[now], pane.steps); };
      hide.addEventListener('change', toggle);
      $('x' + k).classList.toggle('hiding', hide.checked);
    });
    $('prev').addEventListener('click', function () { step(-1); });
    $('next').addEventListener('click', function () { step(1); });
    if ($('failure')) {
      $('failure').addEventListener('change', function (e) { pick(+e.target.value); });
      $('prevfailure').addEventListener('click', function () { pick(run - 1); });
      $('nextfailure').addEventListener('click', function () { pick(run + 1); });
    }
    document.querySelectorAll('svg .ops').forEach(function (g) {
      g.addEventListener('click', function () {
        var mine = g.dataset.e.split(' '), order = steps.map(function (_, i) { return (now + 1 + i) % steps.length; });
        var i = order.find(function (i) { return (steps[i].e || []).some(function (e) { return mine.indexOf(String(e)) >= 0; }); });
        if (i !== undefined) go(i);
      });
    });
  }

  // Letters work everywhere but where one writes; keys that scroll step in the list of steps only.
  addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(SELECT|TEXTAREA)$/.test(e.target.tagName) || e.target.type === 'search') return;
    if (e.key === '/' && $('find')) { $('find').focus(); $('find').select(); e.preventDefault(); return; }
    if (!steps.length) return;
    var inList = e.target === pane.steps;
    switch (e.key) {
      case 'j': step(1); break;
      case 'k': step(-1); break;
      case 'n': pick(run + 1); break;
      case 'p': pick(run - 1); break;
      default:
        if (!inList) return;
        switch (e.key) {
          case 'ArrowDown': case 'ArrowRight': step(1); break;
          case 'ArrowUp': case 'ArrowLeft': step(-1); break;
          case 'PageDown': step(10); break;
          case 'PageUp': step(-10); break;
          case 'Home': go(0); break;
          case 'End': go(steps.length - 1); break;
          default: return;
        }
    }
    e.preventDefault();
  });

  // Search in the source: what is written in capitals is told apart from what is not only where the
  // question has a capital.
  if ($('find')) (function () {
    var rows, hits = [], at = -1;
    function show1(k) {
      if (hits[at]) hits[at].classList.remove('at');
      at = (k + hits.length) % hits.length;
      hits[at].classList.add('at');
      show('file', hits[at].id.match(/\d+/)[0]);
      into(hits[at], pane.source);
      $('found').textContent = (at + 1) + ' / ' + hits.length;
    }
    $('find').addEventListener('input', function () {
      var q = $('find').value, exact = q !== q.toLowerCase();
      rows = rows || Array.from(document.querySelectorAll('table.code tr[id]'));
      hits.forEach(function (r) { r.classList.remove('hit', 'at'); });
      hits = q ? rows.filter(function (r) {
        var t = r.querySelector('.text code').textContent;
        return (exact ? t : t.toLowerCase()).indexOf(q) >= 0;
      }) : [];
      hits.forEach(function (r) { r.classList.add('hit'); });
      at = -1;
      $('found').textContent = q ? 'none' : '';
      if (hits.length) show1(0);
    });
    $('find').addEventListener('keydown', function (e) {
      if (e.key === 'Enter' && hits.length) show1(at + (e.shiftKey ? -1 : 1));
      else if (e.key === 'Escape') { $('find').value = ''; $('find').dispatchEvent(new Event('input')); $('find').blur(); }
    });
  })();

  if ($('filter')) $('filter').addEventListener('input', function () {
    var q = $('filter').value.toLowerCase();
    document.querySelectorAll('.props > details').forEach(function (d) {
      var some = false;
      d.querySelectorAll('li').forEach(function (li) {
        li.hidden = li.textContent.toLowerCase().indexOf(q) < 0;
        some = some || !li.hidden;
      });
      if (q) d.open = some;
    });
  });

  // How large automata are drawn; --z is the scale.
  if (pane.graph) (function () {
    function width(g) { return parseFloat(g.style.getPropertyValue('--w')); }
    function scale(z) {
      pane.graph.style.setProperty('--z', Math.max(.1, Math.min(3, z)));
      into(here[0] || document.querySelector('.graph-body.shown .entry'), pane.graph);
    }
    function present() { return parseFloat(getComputedStyle(pane.graph).getPropertyValue('--z')) || .95; }
    $('smaller').addEventListener('click', function () { scale(present() / 1.25); });
    $('larger').addEventListener('click', function () { scale(present() * 1.25); });
    $('whole').addEventListener('click', function () {
      var g = document.querySelector('.graph-body.shown svg');
      if (!g) return;
      var v = g.viewBox.baseVal;
      scale(Math.min(1.2, (pane.graph.clientWidth - 20) / width(g), (pane.graph.clientHeight - 20) * v.width / v.height / width(g)));
    });
  })();

  show('file', 0);
  show('graph', 0);
  if (steps.length) go(steps.length - 1);
  else {
    entry();
    // What is open is what people look for.
    var stuck = document.querySelector('.stuck a') || document.querySelector('#unknown li a');
    into(stuck && $(stuck.getAttribute('href').slice(1)), pane.source, true);
  }
  followHash();
})();
