/**
 * Whom `sales login` trusts: a server whose certificate comes from a trusted authority, one whose key is pinned, or one that a person
 * confirms, as with ssh. Decides what is pinned; each connection checks the pin, elsewhere.
 */
import { pinOf } from '../../client/http/fingerprint.js';
import { type PeerCertificate, validityFailure } from '../../client/http/pin.js';
import { probe, type TlsFacts } from '../../client/http/probe.js';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import { displayText } from '../terminal/display-text.js';
import { canAsk, openPrompter } from '../terminal/prompt.js';
import type { Target } from './connect.js';

/**
 * The SHA-256 of the key to pin; null where authorities vouch. Nothing but a handshake is sent. Fails as the way to the server does, and
 * with `tlsTrust` where nobody vouches and nobody says yes, or where the key is not the pinned one.
 */
export async function trustedKey({ settings, url, ca, pin }: Target, run: Run): Promise<string | null> {
  // Who names an authority now has done with the key that was pinned before.
  const isReplaced = settings.pinSha256?.origin === 'profile' && settings.caFile !== null && settings.caFile.origin !== 'profile';
  const pinned = isReplaced ? undefined : pin;
  const nowMs = run.host.clock.nowMs();
  const { tls, failed } = await probe(url, { ca, pin: pinned }, settings.timeoutMs.value, nowMs);
  if (!failed) return pinned === undefined || !tls ? null : tls.certificate.keySha256;
  const canBePinned = failed.layer === 'TLS' && tls !== null && pinned === undefined;
  if (!canBePinned) throw failed.error;
  const notValid = validityFailure(tls.certificate, url.host, nowMs);
  if (notValid) throw notValid;
  if (!canAsk(run.host, run.flags.input)) throw refused(failed.error, tls.certificate);
  if (!(await saysYes(failed.error, tls, run))) {
    throw new SalesError('tlsTrust', `${url.host} is not trusted. Nothing was sent to it, and nothing is saved.`);
  }
  return tls.certificate.keySha256;
}

function refused({ message }: SalesError, { keySha256, names, issuer }: PeerCertificate): SalesError {
  return new SalesError('tlsTrust', message, {
    errors: { 'SHA-256 of its key': [keySha256], 'made out to': [names.join(', ')], 'issued by': [issuer] },
    hint: 'If the server itself shows the same SHA-256, give it: --pin-sha256 HEX. Or give the certificate of its authority: --ca-file FILE',
  });
}

async function saysYes({ message }: SalesError, { certificate, certificateDaysLeft }: TlsFacts, { host, output }: Run): Promise<boolean> {
  const { names, issuer, keySha256, certificateSha256, validFromMs, validToMs } = certificate;
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  // A person who is asked must see about what, whatever -q or --json say.
  const say = (text: string) => output.aside(`${displayText(text)}\n`);
  const line = (name: string, text: string) => say(`  ${name.padEnd(22)} ${text}`);
  say(message);
  line('made out to', names.join(', '));
  line('issued by', issuer);
  line('valid', `${date(validFromMs)} to ${date(validToMs)}, ${certificateDaysLeft} more days`);
  line('SHA-256, certificate', certificateSha256);
  line('SHA-256, key', keySha256);
  say('sales serve shows the SHA-256 of its key when it starts. It is your server only if both are the same.');
  return trusts([keySha256, certificateSha256], host, say);
}

/** Asks until there is an answer; a SHA-256 that is another one is a no. */
async function trusts(shown: readonly string[], host: Run['host'], say: (text: string) => void): Promise<boolean> {
  const prompter = openPrompter(host);
  try {
    for (;;) {
      const typed = await prompter.ask('Trust this key from now on? (yes, no, or the SHA-256 it should have) ');
      const answer = typed?.trim().toLowerCase();
      if (answer === undefined || ['n', 'no'].includes(answer)) return false;
      const expected = pinOf(answer);
      if (['y', 'yes'].includes(answer)) return true;
      if (expected !== null) return shown.includes(expected);
      say('Type yes or no, or the SHA-256 of the key: 64 hexadecimal digits, with or without colons.');
    }
  } finally {
    prompter.close();
  }
}
