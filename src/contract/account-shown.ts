/** Who pays, and under which contract, as people read it; empty where neither is known. */
export function accountShown({
  acquirerId,
  merchantId,
}: {
  acquirerId?: string | null | undefined;
  merchantId?: string | null | undefined;
}): string {
  return [acquirerId, merchantId].filter(Boolean).join(' ');
}
