'use strict';
(function () {
  document.body.classList.add('scripted');
  var $ = function (id) { return document.getElementById(id); };
  var body = $('list').tBodies[0], rows = Array.from(body.rows), kind = '';
  var texts = rows.map(function (r) { return r.textContent.toLowerCase(); });

  // A task is shown if it is of the kind that is pressed and has the text.
  function filter() {
    var q = $('find').value.toLowerCase(), n = 0;
    rows.forEach(function (r, i) {
      r.hidden = kind && (' ' + r.dataset.kind + ' ').indexOf(' ' + kind + ' ') < 0 || texts[i].indexOf(q) < 0;
      if (!r.hidden) n++;
    });
    $('shown').textContent = n === rows.length ? '' : n + ' of ' + rows.length;
  }
  $('find').addEventListener('input', filter);
  var buttons = document.querySelectorAll('.filter button');
  buttons.forEach(function (b) {
    b.addEventListener('click', function () {
      kind = b.dataset.kind;
      buttons.forEach(function (o) { o.setAttribute('aria-pressed', String(o === b)); });
      filter();
    });
  });

  // The head of a column sorts by it, then the other way round, then as it was.
  var heads = Array.from($('list').tHead.rows[0].cells);
  heads.forEach(function (th, col) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = th.textContent;
    th.replaceChildren(b);
    var number = !th.classList.contains('text') && col > 0;
    b.addEventListener('click', function () {
      var was = th.getAttribute('aria-sort'), way = was === 'ascending' ? 'descending' : was === 'descending' ? '' : 'ascending';
      heads.forEach(function (o) { o.removeAttribute('aria-sort'); });
      if (way) th.setAttribute('aria-sort', way);
      var sorted = rows.map(function (r, i) {
        var t = r.cells[col].textContent;
        return { r: r, i: i, v: number ? (t === '' ? -1 : parseFloat(t)) : t };
      });
      if (way) sorted.sort(function (a, b) {
        var c = a.v < b.v ? -1 : a.v > b.v ? 1 : 0;
        return (way === 'ascending' ? c : -c) || a.i - b.i;
      });
      body.append.apply(body, sorted.map(function (x) { return x.r; }));
    });
  });
})();
