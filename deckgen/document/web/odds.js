'use strict';
(() => {
  const form = document.querySelector('form');
  const [pool, total] = form.querySelectorAll('select');
  const out = form.querySelector('output');
  const rows = [...document.querySelectorAll('tr[data-p]')];
  form.hidden = false;
  rows.forEach((row) => pool.add(new Option(row.dataset.p, row.dataset.p)));
  const totals = (row) => [...row.closest('table').querySelectorAll('th[data-t]')];
  const fill = () => {
    const row = rows[pool.selectedIndex];
    const had = total.value;
    total.replaceChildren(...totals(row).map((th) => new Option(th.dataset.n || th.dataset.t, th.dataset.t)));
    if ([...total.options].some((o) => o.value === had)) total.value = had;
  };
  const tell = () => {
    document.querySelectorAll('.hit').forEach((c) => c.classList.remove('hit'));
    const row = rows[pool.selectedIndex];
    const place = totals(row).findIndex((th) => th.dataset.t === total.value);
    const cell = row.querySelectorAll('td')[place];
    cell.classList.add('hit');
    row.querySelector('th').classList.add('hit');
    out.value = cell.dataset.w;
  };
  pool.addEventListener('change', () => { fill(); tell(); });
  total.addEventListener('change', tell);
  form.addEventListener('submit', (event) => event.preventDefault());
  fill();
  tell();
})();
