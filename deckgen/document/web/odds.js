'use strict';
(() => {
  const form = document.querySelector('form');
  const [table, pool, total] = form.querySelectorAll('select');
  const out = form.querySelector('output');
  const tables = [...document.querySelectorAll('table[data-c]')];
  form.hidden = false;
  tables.forEach((t, i) => table.add(new Option(t.dataset.c, i)));
  const rows = () => [...tables[table.selectedIndex].querySelectorAll('tr[data-p]')];
  const heads = () => [...tables[table.selectedIndex].querySelectorAll('th[data-n]')];
  const offer = (select, names) => {
    const had = select.value;
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(had)) select.value = had;
  };
  const fill = () => {
    offer(pool, rows().map((row) => row.dataset.p));
    offer(total, heads().map((th) => th.dataset.n));
  };
  const tell = () => {
    document.querySelectorAll('.hit').forEach((c) => c.classList.remove('hit'));
    const row = rows()[pool.selectedIndex];
    const cell = row.querySelectorAll('td')[total.selectedIndex];
    cell.classList.add('hit');
    row.querySelector('th').classList.add('hit');
    out.value = cell.dataset.w;
  };
  table.addEventListener('change', () => { fill(); tell(); });
  [pool, total].forEach((select) => select.addEventListener('change', tell));
  form.addEventListener('submit', (event) => event.preventDefault());
  fill();
  tell();
})();
