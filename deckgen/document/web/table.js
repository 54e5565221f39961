'use strict';
(() => {
  const cards = [...document.querySelectorAll('article')];
  const form = document.querySelector('form');
  const input = form.querySelector('input');
  const none = document.getElementById('none');
  const groups = [...form.querySelectorAll('.keys')];
  form.hidden = false;
  const pressed = (group) => group.querySelector('[aria-pressed=true]');
  const press = (group, value) => group.querySelectorAll('button').forEach((b) => b.setAttribute('aria-pressed', b.value === value));
  const keys = (card) => card.dataset.k.split('|');
  const wordy = (text) => text.toLowerCase().split(/\s+/).filter((w) => w && w !== form.dataset.skip);
  const fits = (card, words) => {
    const own = keys(card);
    const whole = words.join(' ');
    if (own.includes(whole) || own.includes(words.join(''))) return true;
    const name = wordy(card.dataset.n);
    return words.length > 0 && words.every((w) => name.some((n) => (w.length > 1 && isNaN(w) ? n.startsWith(w) : n === w)));
  };
  const show = (chosen) => {
    cards.forEach((card) => { card.hidden = !chosen.includes(card); });
    none.hidden = chosen.length > 0;
    document.body.classList.toggle('one', chosen.length === 1);
    const only = chosen.length === 1 ? chosen[0] : null;
    const hash = only ? '#' + only.id.slice(5) : ' ';
    if (decodeURIComponent(location.hash) !== hash.trim()) history.replaceState(null, '', only ? hash : location.pathname + location.search);
    if (only) window.scrollTo(0, 0);
    if (only) groups.forEach((g) => press(g, only.dataset[g.dataset.g] || ''));
  };
  const byKeys = () => {
    const wanted = groups.map((g) => [g.dataset.g, pressed(g)]).filter(([, b]) => b);
    input.value = '';
    show(cards.filter((c) => wanted.every(([name, b]) => c.dataset[name] === b.value)));
  };
  const byWords = () => {
    groups.forEach((g) => press(g, '\u0000'));
    const words = wordy(input.value);
    if (!words.length) { show(cards); return; }
    const exact = cards.filter((c) => keys(c).includes(words.join(' ')) || keys(c).includes(words.join('')));
    show(exact.length ? exact : cards.filter((c) => fits(c, words)));
  };
  const step = (by) => {
    const shown = cards.findIndex((c) => !c.hidden);
    const one = document.body.classList.contains('one');
    input.value = '';
    show([cards[((one ? shown + by : by > 0 ? 0 : -1) + cards.length) % cards.length]]);
  };
  const all = () => { input.value = ''; groups.forEach((g) => press(g, '\u0000')); show(cards); };
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', byWords);
  form.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.step) step(Number(button.dataset.step));
    else if (button.dataset.all) all();
    else {
      const on = button.getAttribute('aria-pressed') === 'true';
      const joker = cards.some((card) => card.dataset.s === button.value && !card.dataset.r);
      if (joker) groups.forEach((g) => press(g, '\u0000'));
      press(button.parentNode, on ? '\u0000' : button.value);
      byKeys();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') { all(); return; }
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      if (event.target === input && input.value) return;
      event.preventDefault();
      step(event.key === 'ArrowRight' ? 1 : -1);
    } else if (event.target !== input && (event.key === '/' || /^[0-9a-z]$/i.test(event.key))) {
      input.focus();
      input.value = '';
      if (event.key === '/') event.preventDefault();
    }
  });
  const byHash = () => {
    const card = document.getElementById('card-' + decodeURIComponent(location.hash.slice(1)));
    if (card && cards.includes(card)) show([card]);
  };
  window.addEventListener('hashchange', byHash);
  byHash();
})();
