// att-svm-menu.js - what a reader takes away from a figure: a menu in the figure's own DOM. Loaded when first opened.
//
// A menu as WAI-ARIA describes it: arrows, Home and End walk it, Escape, Tab and a click elsewhere close it, and the focus
// goes back to the button. It stays open after a choice and says what was done.

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .menu { position: absolute; inset: auto; box-sizing: border-box; width: 264px; max-height: min(92vh, 560px); margin: 0; padding: 6px; overflow-y: auto;
    color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 8px; box-shadow: 0 6px 24px #0003; font: 13px/1.35 Inter, system-ui, sans-serif; }
  .menu[data-theme=light] { --ink: #1f2430; --muted: #626977; --paper: #fff; --rule: #dfe3ea; --hover: #eef2f7; }
  .menu[data-theme=dark] { --ink: #e7eaf0; --muted: #a3acba; --paper: #1a1e26; --rule: #3a424f; --hover: #2a313c; }
  .menu[data-theme=high-contrast] { --ink: CanvasText; --muted: CanvasText; --paper: Canvas; --rule: CanvasText; --hover: Canvas; }
  .menu [role=group] + [role=group] { margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--rule); }
  .menu .heading { padding: 4px 8px 2px; color: var(--muted); font-size: 12px; }
  .menu .row { display: flex; align-items: center; }
  .menu .row > span { flex: 1; padding: 5px 8px; }
  .menu button { margin: 0; padding: 5px 8px; border: 0; border-radius: 5px; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
  .menu [role=group] > button { display: block; width: 100%; }
  .menu .row button { min-width: 40px; text-align: center; }
  .menu button:hover { background: var(--hover); }
  .menu button:focus-visible { outline: 2px solid #0072b2; outline-offset: -2px; background: var(--hover); }
  .menu .said { min-height: 1.35em; margin: 4px 0 0; padding: 4px 8px 2px; border-top: 1px solid var(--rule); color: var(--muted); overflow-wrap: anywhere; }
  .menu textarea { box-sizing: border-box; width: 100%; height: 5em; font: 12px ui-monospace, monospace; }
`);

const copy = (label, done, kind, options) => ({ label, run: async it => it.copy(await it.host.export(kind, options), done) });
const save = (label, extension, kind, options) => ({ label, run: async it => it.save(await it.host.export(kind, options), extension) });

const LONGEST_LINK = 2000;  // characters that mail and chat programs leave alone

const copyLink = {
  label: 'Copy link',
  async run(it) {
    const link = await it.host.export('link');
    if (link.length <= LONGEST_LINK) return it.copy(link, 'The link is copied');
    return `This experiment is too large for a link. ${it.save(await it.host.export('json'), 'json')}`;
  },
};

const GROUPS = [
  ['Share', [
    copyLink,
    copy('Copy citation', 'The citation is copied', 'citation'),
  ]],
  ['Embed', [
    copy('Copy HTML element', 'Three lines of HTML are copied', 'embed', { as: 'element' }),
    copy('Copy iframe', 'The iframe is copied', 'embed', { as: 'iframe' }),
    copy('Copy JavaScript module', 'Two lines of JavaScript are copied', 'embed', { as: 'module' }),
    copy('Copy picture as HTML', 'The picture and its link are copied', 'embed', { as: 'html' }),
    copy('Copy picture as Markdown', 'The picture and its link are copied', 'embed', { as: 'markdown' }),
  ]],
  ['Save', [
    { label: 'PNG', row: [1, 2, 3, 4].map(scale => ({ ...save(`${scale}×`, 'png', 'png', { scale }), name: `PNG at ${scale}×` })) },
    save('SVG', 'svg', 'svg'),
    save('Data and results (CSV)', 'csv', 'csv'),
    save('Results (JSON)', 'result.json', 'result'),
    save('Experiment (JSON)', 'json', 'json'),
  ]],
];

const MENUS = new WeakMap();  // by host

export function openMenu(host, button, theme) {
  let menu = MENUS.get(host);
  if (!menu) MENUS.set(host, menu = new Menu(host, button));
  menu.open(theme);
}

class Menu {
  #button;
  #element = document.createElement('div');
  #said = document.createElement('p');

  constructor(host, button) {
    this.host = host;
    this.#button = button;
    const root = host.shadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, STYLE];
    const list = document.createElement('div');
    list.role = 'menu';
    list.ariaLabel = 'Share, embed, save, cite';
    list.append(...GROUPS.map(([heading, items]) => this.#group(heading, items)));
    this.#said.className = 'said';
    this.#said.role = 'status';
    this.#element.className = 'menu';
    this.#element.popover = 'auto';
    this.#element.append(list, this.#said);
    this.#element.addEventListener('keydown', event => this.#onKeyDown(event));
    this.#element.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed' && this.#element.contains(root.activeElement)) button.focus({ preventScroll: true });
    });
    this.#element.addEventListener('toggle', ({ newState }) => { button.ariaExpanded = newState === 'open'; });
    root.append(this.#element);
    button.popoverTargetElement = this.#element;  // a press on it while the menu is open closes it
    button.popoverTargetAction = 'hide';
  }

  open(theme) {
    this.#element.dataset.theme = theme;
    this.#said.replaceChildren();
    this.#element.showPopover();
    const at = this.#button.getBoundingClientRect();
    const { width, height } = this.#element.getBoundingClientRect();
    const top = Math.max(Math.min(at.bottom + 4, innerHeight - height - 4), 4);
    const left = Math.max(Math.min(at.right - width, document.documentElement.clientWidth - width - 4), 4);
    Object.assign(this.#element.style, { top: `${top + scrollY}px`, left: `${left + scrollX}px` });
    this.#buttons[0].focus({ preventScroll: true });
  }

  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // not allowed in this frame
      const field = document.createElement('textarea');
      field.value = text;
      field.readOnly = true;
      field.ariaLabel = 'To copy';
      this.#said.replaceChildren(field);
      field.select();
      if (!document.execCommand('copy')) {
        field.focus();
        return 'Copy it from here:';
      }
      field.remove();
    }
    return done;
  }

  save(content, extension) {
    const { scene, iteration } = this.host.state;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
    link.download = `att-svm-${scene || 'experiment'}-${iteration}.${extension}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return `Saved as ${link.download}`;
  }

  get #buttons() { return [...this.#element.querySelectorAll('button')]; }

  #group(heading, items) {
    const group = document.createElement('div');
    const title = document.createElement('div');
    group.role = 'group';
    group.ariaLabel = heading;
    title.className = 'heading';
    title.textContent = heading;
    title.ariaHidden = 'true';
    group.append(title, ...items.map(item => item.row ? this.#row(item) : this.#item(item)));
    return group;
  }

  #row({ label, row }) {
    const line = document.createElement('div');
    const title = document.createElement('span');
    line.className = 'row';
    line.role = 'presentation';
    title.textContent = label;
    title.ariaHidden = 'true';
    line.append(title, ...row.map(item => this.#item(item)));
    return line;
  }

  #item({ label, name, run }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.role = 'menuitem';
    button.tabIndex = -1;
    button.textContent = label;
    if (name) button.ariaLabel = name;
    button.addEventListener('click', () => this.#do(run));
    return button;
  }

  async #do(run) {
    let said;
    this.#said.replaceChildren();
    try {
      said = await run(this);
    } catch (error) {
      said = error.message;
    }
    const field = this.#said.querySelector('textarea');
    this.#said.replaceChildren(said, ...(field ? [field] : []));
  }

  #onKeyDown(event) {
    if (event.target.localName !== 'button') return;
    const buttons = this.#buttons;
    const at = buttons.indexOf(event.target);
    const move = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') this.#element.hidePopover();
    if (move === undefined) return;
    event.preventDefault();
    buttons.at(move % buttons.length).focus();
  }
}
