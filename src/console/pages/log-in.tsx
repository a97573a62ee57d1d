/** Log-in: name, password, what went wrong, nothing else. */
import { useEffect, useRef } from 'preact/hooks';
import type { CallError } from '../api.js';
import { secondsText } from '../format.js';
import { useAction } from '../parts/action.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/states.js';
import { ended, logIn } from '../session.js';
import { words } from '../words.js';

export function LogIn() {
  const { busy, problem, run } = useAction(problemOf);
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${words.logIn.title} · ${words.product}`;
    user.current?.focus();
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const isIn = await run(() => logIn(user.current?.value ?? '', password.current?.value ?? ''));
    if (isIn || !password.current) return;
    password.current.value = '';
    password.current.focus();
  };
  return (
    <main id="main" class="log-in">
      <form onSubmit={submit}>
        <h1>{words.logIn.title}</h1>
        {ended.value && !problem && (
          <p class="note" role="status">
            {words.logIn.ended}
          </p>
        )}
        <div class="field">
          <label for="user">{words.logIn.user}</label>
          <input ref={user} id="user" name="user" autocomplete="username" autocapitalize="none" spellcheck={false} required />
        </div>
        <div class="field">
          <label for="password">{words.logIn.password}</label>
          <input ref={password} id="password" name="password" type="password" autocomplete="current-password" required />
        </div>
        <Problem text={problem} />
        <Button look="main" text={words.logIn.enter} disabled={busy} />
      </form>
    </main>
  );
}

function problemOf({ status, message, retryAfterS }: CallError): string {
  if (status === 401) return words.logIn.wrong;
  if (status === 429) return words.logIn.tooMany(secondsText(retryAfterS ?? 60));
  if (status === 503) return words.logIn.busy(secondsText(retryAfterS ?? 5));
  return message;
}
