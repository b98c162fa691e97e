import { afterCommit, type Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

/** What cannot be removed now is found by the sweep: no call fails for it. */
export async function removeIncoming(
  { incoming, log }: Pick<Hub, 'incoming' | 'log'>,
  names: readonly string[],
): Promise<void> {
  await incoming
    .remove(names)
    .catch((error: unknown) => log.warn('An upload was not removed', describeError(error)))
}

export function removeIncomingAfter(tx: Db, hub: Hub, names: readonly string[]): void {
  afterCommit(tx, () => void removeIncoming(hub, names))
}
