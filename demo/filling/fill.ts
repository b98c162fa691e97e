import type { Hub } from '#platform/hub.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { catalogue } from '../catalogue.ts'
import { partners } from '../partners.ts'
import { people } from '../people.ts'
import { openPainter, type Painter } from '../pictures/painter.ts'
import { addPartners } from './add-partners.ts'
import { addPictures } from './add-pictures.ts'
import { giveAvatars } from './give-avatars.ts'
import { isHistoryWritten, selectLikesToCome, selectStrangers, writeHistory } from './history.queries.ts'
import { likeScripts } from './like-scripts.ts'
import type { Progress } from './progress.ts'
import { signUpPeople } from './sign-up-people.ts'
import { submitScripts } from './submit-scripts.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** What every step of the filling works with. */
export type Filling = { hub: Hub; visit: Visitor; painter: Painter; signal: AbortSignal }

/** Whether there is nothing left to fill. Somebody's own hub is refused: the demo stays away from it. */
export async function isFilled({ db }: Hub): Promise<boolean> {
  if (await isHistoryWritten(db)) return true
  const strangers = await selectStrangers(db)
  if (strangers > 0)
    throw new StartRefused('DATA_DIR holds a hub with people of its own. Choose another folder for the demo.')
  return false
}

/** Fills a hub that listens for nobody else. Every step leaves alone what an interrupted filling has done already. */
export async function fill(
  hub: Hub,
  address: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const painter = openPainter()
  const filling: Filling = { hub, visit: openVisitor(address), painter, signal }
  try {
    const members = await progress.step('People', people.length, (advance) => signUpPeople(filling, advance))
    await progress.step('Avatars', people.filter(({ hasAvatar }) => hasAvatar).length, (advance) =>
      giveAvatars(filling, members, advance),
    )
    const ids = await progress.step('Scripts', catalogue.length, (advance) =>
      submitScripts(filling, members, advance),
    )
    await progress.step(
      'Further pictures',
      catalogue.filter(({ moreLike }) => moreLike.length > 0).length,
      (advance) => addPictures(filling, ids, advance),
    )
    const likes = await selectLikesToCome(hub.db, members, ids)
    await progress.step('Likes', likes.length, (advance) => likeScripts(filling, likes, advance))
    await progress.step('Partners', partners.length, (advance) => addPartners(filling, advance))
    await progress.step('Two years of history', 1, () => writeHistory(hub.db, hub.clock.now()))
  } finally {
    painter.close()
  }
}
