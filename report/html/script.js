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
    var pick = $(kind === 'file' ? 'file' : 'proc');
    if (pick) pick.value = String(id);
  }
  show('file', 0);
  show('graph', 0);
  ['file', 'proc'].forEach(function (name) {
    if ($(name)) $(name).addEventListener('change', function (e) { show(name === 'file' ? 'file' : 'graph', e.target.value); });
  });
  function followHash() {
    var m = /^#f(\d+)l\d+$/.exec(location.hash), x = /^#x(\d+)$/.exec(location.hash);
    if (x && data.failures[x[1]] && +x[1] !== run) { pick(+x[1]); $('failure').value = x[1]; }
    if (m) { show('file', m[1]); var t = $(location.hash.slice(1)); if (t) t.scrollIntoView({ block: 'center' }); }
  }
  addEventListener('hashchange', followHash);
  // A link into what is folded up unfolds it, and so does printing.
  addEventListener('hashchange', function () {
    var t = $(location.hash.slice(1)), d = t && t.closest('details');
    if (d) { d.open = true; t.scrollIntoView({ block: 'center' }); }
  });
  addEventListener('beforeprint', function () { document.querySelectorAll('details').forEach(function (d) { d.open = true; }); });

  // What an edge is drawn as.
  var drawn = {};
  document.querySelectorAll('svg [data-e]').forEach(function (g) {
    g.dataset.e.split(' ').forEach(function (e) { if (e) (drawn[e] = drawn[e] || []).push(g); });
  });

  // into scrolls a pane, and the pane only, so that an element in it is seen.
  function into(el, pane) {
    if (!el || !pane) return;
    var a = el.getBoundingClientRect(), b = pane.getBoundingClientRect(), edge = Math.min(90, b.height / 4);
    if (a.top < b.top + edge || a.bottom > b.bottom - edge / 2) pane.scrollTop += a.top - b.top - b.height / 2 + a.height / 2;
    if (a.left < b.left || a.right > b.right) pane.scrollLeft += a.left - b.left - b.width / 2 + a.width / 2;
  }

  function itemsOf(k) { return document.querySelectorAll('#x' + k + ' ol.path li'); }
  function hiding() { return $('hide' + (run || '')); }
  var list = itemsOf(0);
  var pane = { steps: document.querySelector('ol.path'), source: document.querySelector('.pane.source'), graph: document.querySelector('.pane.graph') };
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

  // margin writes at each line of the function what it last changed.
  function margin(n) {
    values.forEach(function (c) { c.textContent = ''; });
    values = [];
    var seen = {}, s = steps[n];
    for (var i = n, left = 400; i >= 0 && left > 0; i--) {
      var t = steps[i], key = t.f + ':' + t.l;
      if (!t.c || !t.c.length || t.f < 0 || seen[key] || t.k === 'call' || t.fn !== s.fn) continue;
      seen[key] = true; left--;
      var row = $('f' + t.f + 'l' + t.l);
      if (!row) continue;
      row.lastElementChild.textContent = t.c.map(function (c) { return c.w + ' = ' + c.v + (c.i ? ' (input)' : ''); }).join(', ');
      values.push(row.lastElementChild);
    }
  }

  function go(n, quiet) {
    if (!steps.length) return;
    n = Math.max(0, Math.min(steps.length - 1, n));
    if (n === now) return;
    now = n;
    var s = steps[n];
    lastMarks.forEach(function (e) { e.classList.remove('now'); });
    here.forEach(function (e) { e.classList.remove('here'); });
    lastMarks = [list[n]]; here = [];
    list[n].classList.add('now');
    list[n].setAttribute('aria-current', 'step');
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

  // step goes to the next step that is shown.
  function step(by) {
    var hide = hiding() && hiding().checked, n = now + by;
    while (n > 0 && n < steps.length - 1 && (steps[n].k === 'gap' || hide && steps[n].a)) n += by;
    if (n >= 0 && n < steps.length && hide && steps[n].a) return;
    go(n);
  }

  // pick shows another counterexample, from its end.
  function pick(k) {
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
    data.failures.forEach(function (way, k) {
      itemsOf(k).forEach(function (li, i) { li.addEventListener('click', function () { if (k === run && way[i].k !== 'gap') go(i, true); }); });
      var hide = $('hide' + (k || ''));
      if (!hide) return;
      var toggle = function () { $('x' + k).classList.toggle('hiding', hide.checked); if (k === run) into(list[now], pane.steps); };
      hide.addEventListener('change', toggle);
      $('x' + k).classList.toggle('hiding', hide.checked);
    });
    $('prev').addEventListener('click', function () { step(-1); });
    $('next').addEventListener('click', function () { step(1); });
    if ($('failure')) $('failure').addEventListener('change', function (e) { pick(+e.target.value); });
    addEventListener('keydown', function (e) {
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== 'checkbox') return;
      switch (e.key) {
        case 'j': case 'ArrowDown': case 'ArrowRight': step(1); break;
        case 'k': case 'ArrowUp': case 'ArrowLeft': step(-1); break;
        case 'Home': go(0); break;
        case 'End': go(steps.length - 1); break;
        default: return;
      }
      e.preventDefault();
    });
    document.querySelectorAll('svg .ops').forEach(function (g) {
      g.addEventListener('click', function () {
        var mine = g.dataset.e.split(' '), order = steps.map(function (_, i) { return (now + 1 + i) % steps.length; });
        var i = order.find(function (i) { return (steps[i].e || []).some(function (e) { return mine.indexOf(String(e)) >= 0; }); });
        if (i !== undefined) go(i);
      });
    });
    go(steps.length - 1);
  }
  followHash();
})();
