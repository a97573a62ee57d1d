/** Frame of each page: navigation, the choice of tenant, time zone and language, and the log-out. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { languages } from '../../words/language.js';
import { chooseLanguage, language } from '../language.js';
import { hrefOf, place } from '../router.js';
import { chooseTenant, hasAdministration, logOut, mayDrop, mayRead, session, tenant } from '../session.js';
import { words } from '../words.js';
import { chooseZone, zone, zones } from '../zone.js';
import { Button } from './button.js';
import { Select } from './field.js';
import { OwnPassword } from './own-password.js';

const text = words.shell;

export function Frame({ help, children }: { help: () => void; children: ComponentChildren }) {
  const [page = '', id] = place.value.path.split('/');
  const [asksPassword, askPassword] = useState(false);
  const links: (readonly [path: string, name: string, isNow: boolean])[] = [['', text.money, page === '']];
  if (mayRead.value) {
    for (const path of ['exceptions', 'payouts', 'close', 'records', 'transactions', 'uploads'] as const)
      links.push([path, text[path], page === path]);
  }
  if (mayDrop.value) links.push(['upload', text.upload, page === 'upload']);
  if (hasAdministration.value) links.push(['administration', text.administration, page === 'administration']);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <header class="side">
        <a class="brand" href={hrefOf('')}>
          <Mark />
          {words.product}
        </a>
        <Tenants />
        <nav aria-label={text.pages}>
          <ul>
            {links.map(([path, name, isNow]) => (
              <li key={path}>
                <a href={hrefOf(path)} {...(isNow && { 'aria-current': id ? 'true' : 'page' })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <label class="zone">
            <span>{text.zone}</span>
            <select value={zone.value} onChange={(event) => chooseZone(event.currentTarget.value)}>
              {zones.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label class="zone">
            <span>{text.language}</span>
            <select value={language} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
              {Object.entries(languages).map(([name, own]) => (
                <option key={name} value={name} lang={name}>
                  {own}
                </option>
              ))}
            </select>
          </label>
          <p class="who">
            <bdi title={text.loggedInAs(session.value?.user ?? '')}>{session.value?.user}</bdi>
            <Button look="link" text={text.logOut} act={() => logOut()} />
            <Button look="link" text={words.ownPassword.title} act={() => askPassword(true)} />
            <Button text={text.keys} act={help} class="link-button by-keys" />
          </p>
        </div>
      </header>
      {children}
      {asksPassword && <OwnPassword close={() => askPassword(false)} />}
    </div>
  );
}

function Tenants() {
  const tenants = session.value?.tenants ?? [];
  const now = tenant.value;
  if (!now) return null;
  const units = (session.value?.units ?? []).filter(({ tenantId }) => tenantId === now.tenantId).map(({ name }) => name);
  return (
    <div class="tenant">
      {tenants.length > 1 ? (
        <Select
          aria-label={text.tenant}
          value={now.tenantId}
          choose={chooseTenant}
          options={tenants.map(({ tenantId, tenantName, customerName }) => [tenantId, `${customerName}: ${tenantName}`])}
        />
      ) : (
        <p>
          <bdi>{now.tenantName}</bdi>
          <bdi class="quiet">{now.customerName}</bdi>
        </p>
      )}
      {units.length > 0 && <bdi class="quiet">{units.join(', ')}</bdi>}
    </div>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <rect width="16" height="16" rx="3.5" class="mark-ground" />
      <path d="M4 11.5V9M8 11.5V4.5M12 11.5V7" class="mark-bars" />
    </svg>
  );
}
