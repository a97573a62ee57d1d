/**
 * The rows of a table as elements of their own making, each a copy of one empty row: 500 of them stand in the page in a fraction of the time
 * that a tree of components takes to find out that they are new. Whatever was stored gets there as a text.
 */
import { isValidElement, render, type VNode } from 'preact';
import { words } from '../words.js';
import { badgeClass, Nothing, type TonedWord } from './texts.js';

/** A text, a word with a tone, or more than a text; without any, the cell is empty and has a dash to be seen. */
export type CellContent = string | TonedWord | VNode | null | false | undefined;

export interface ListColumn<Row> {
  key: string;
  title: string;
  cell: (row: Row) => CellContent;
  /** More about a cell, for a pointer that rests on it. */
  hint?: (row: Row) => string | null;
  /** The least width in rem, and the share in what is left over. */
  rem: number;
  numeric?: boolean;
  /** A sentence, which takes as many lines as it needs. */
  isLong?: boolean;
  /** Says what it is without its title, where the title does not stand above it. */
  isPlain?: boolean;
}

export interface ListedRows<Row> {
  /** The same array for as long as the columns are the same. */
  shown: readonly ListColumn<Row>[];
  /** The same array for as long as the rows are the same. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What the address that a row leads to begins with; the row's key is the rest of it. The first cell is that link. */
  hrefBefore?: string | undefined;
  choice?: BoxedRows<Row> | undefined;
}

/** Rows may be chosen, several at once, by a box before the first cell. */
interface BoxedRows<Row> {
  chosen: ReadonlySet<string>;
  mayChoose: (row: Row) => boolean;
  toggle: (key: string) => void;
}

/** Puts the rows in place of those before. Who stood on a row stays there, if it is still listed. */
export function putRows<Row>(body: HTMLElement, { shown, rows, keyOf, hrefBefore, choice }: ListedRows<Row>): void {
  const focused = linksOf(body).find((link) => link === document.activeElement)?.dataset.row;
  const empty = emptyRow(shown, hrefBefore !== undefined);
  const elements = rows.map((row) => {
    const line = empty.cloneNode(true) as HTMLElement;
    const link = hrefBefore === undefined ? null : linkOf(line);
    if (link) {
      const key = keyOf(row);
      link.href = hrefBefore + encodeURIComponent(key);
      link.dataset.row = key;
    }
    let cell = line.firstElementChild as HTMLElement | null;
    for (const column of shown) {
      if (!cell) break;
      fill(link && cell === line.firstElementChild ? link : cell, column.cell(row));
      const hint = column.hint?.(row);
      if (hint) cell.title = hint;
      cell = cell.nextElementSibling as HTMLElement | null;
    }
    if (choice) line.prepend(boxCell(choice.mayChoose(row) ? keyOf(row) : null));
    return line;
  });
  body.replaceChildren(...elements);
  if (focused !== undefined) linkTo(body, focused)?.focus({ preventScroll: true });
}

/** Marks the row that is open beside the table, and no other. */
export function markOpen(body: HTMLElement, key: string | null): void {
  const before = body.querySelector('.row-open');
  before?.classList.remove('row-open');
  linkOf(before)?.removeAttribute('aria-current');
  const link = key === null ? null : linkTo(body, key);
  link?.setAttribute('aria-current', 'true');
  link?.closest('tr')?.classList.add('row-open');
}

/** Ticks the boxes of the chosen rows, and no other. */
export function markChosen(body: HTMLElement, chosen: ReadonlySet<string>): void {
  for (const box of body.querySelectorAll<HTMLInputElement>('input[data-row]')) box.checked = chosen.has(box.dataset.row ?? '');
}

/** Null where the row cannot be chosen. */
function boxCell(key: string | null): HTMLElement {
  const cell = document.createElement('td');
  cell.setAttribute('role', 'cell');
  cell.className = 'choice';
  if (key === null) return cell;
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.dataset.row = key;
  box.setAttribute('aria-label', words.table.choose);
  cell.append(box);
  return cell;
}

/** The links of all rows, in their order. */
export function linksOf(body: HTMLElement): HTMLAnchorElement[] {
  return [...body.querySelectorAll<HTMLAnchorElement>('a.row-link')];
}

function linkOf(place: Element | null): HTMLAnchorElement | null {
  return place?.querySelector<HTMLAnchorElement>('a.row-link') ?? null;
}

function linkTo(body: HTMLElement, key: string): HTMLAnchorElement | null {
  return body.querySelector<HTMLAnchorElement>(`a.row-link[data-row="${CSS.escape(key)}"]`);
}

function emptyRow(shown: readonly Pick<ListColumn<never>, 'title' | 'numeric' | 'isPlain' | 'isLong'>[], hasLink: boolean): HTMLElement {
  const line = document.createElement('tr');
  line.setAttribute('role', 'row');
  for (const { title, numeric, isPlain, isLong } of shown) {
    const cell = document.createElement('td');
    cell.setAttribute('role', 'cell');
    if (numeric) cell.className = 'numeric';
    if (isLong) cell.className = 'long';
    if (!isPlain) cell.dataset.title = title;
    line.append(cell);
  }
  if (hasLink) {
    const link = document.createElement('a');
    link.className = 'row-link';
    line.firstElementChild?.append(link);
  }
  return line;
}

function fill(place: HTMLElement, content: CellContent): void {
  if (isValidElement(content)) render(content, place);
  else if (content && typeof content === 'object') place.append(badge(content));
  else if (content) place.textContent = content;
  // A link has to say something; of an empty cell the style sheet makes a dash.
  else if (place instanceof HTMLAnchorElement) render(<Nothing />, place);
}

function badge({ tone, text }: TonedWord): HTMLElement {
  const made = document.createElement('span');
  made.className = badgeClass(tone);
  made.textContent = text;
  return made;
}
