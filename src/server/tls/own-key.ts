/** Whether the server's own key can be used for its next certificate, too, so that clients that pin the key go on trusting it. */
import { createPrivateKey, type KeyObject } from 'node:crypto';

/** The key in `pem`; null if it is no key or of another kind than ours (EC P-256), in which case a new one is made. */
export function ownKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const isOurs = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isOurs ? key : null;
  } catch {
    return null;
  }
}
