/** A part of a page with its title, and lines in it that may lead somewhere. */
import type { ComponentChildren } from 'preact';

interface CardProps {
  title: ComponentChildren;
  /** Beside the title. */
  beside?: ComponentChildren;
  /** Where other cards stand within it. */
  isPlain?: boolean;
  children: ComponentChildren;
}

export function Card({ title, beside, isPlain = false, children }: CardProps) {
  return (
    <section class={isPlain ? undefined : 'card'}>
      <header class="card-head">
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}

/** A line of a list `lines`; `href` where it leads somewhere. */
export function Line({ href, children }: { href: string | null; children: ComponentChildren }) {
  return (
    <li>
      {href === null ? (
        <span class="line">{children}</span>
      ) : (
        <a class="line" href={href}>
          {children}
        </a>
      )}
    </li>
  );
}
