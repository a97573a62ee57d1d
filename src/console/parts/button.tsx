/** A button with a text; without `act` it sends the form around it. What else is given is of the button. */
import type { ComponentChildren } from 'preact';

const looks = {
  plain: 'button',
  main: 'button button-main',
  large: 'button button-main button-large',
  /** What it does is hard to take back; `careful` asks first. */
  danger: 'button button-danger',
  careful: 'button button-danger-quiet',
  link: 'link-button',
  icon: 'icon-button',
};

interface ButtonProps {
  text: ComponentChildren;
  act?: (() => unknown) | undefined;
  look?: keyof typeof looks;
  [attribute: string]: unknown;
}

export function Button({ text, act, look = 'plain', ...more }: ButtonProps) {
  return (
    <button type={act ? 'button' : 'submit'} class={looks[look]} onClick={act && (() => void act())} {...more}>
      {text}
    </button>
  );
}
