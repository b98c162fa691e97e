import { databaseSlow, databaseStopped } from './database-away.ts'
import { doubleSubmit } from './double-submit.ts'
import type { Fault } from './fault.ts'
import { killInWrites } from './kill-in-writes.ts'
import { likeStorm } from './like-storm.ts'
import { limitsAway } from './limits-away.ts'
import { manyUploads } from './many-uploads.ts'
import { secondHub } from './second-hub.ts'
import { signInFlood } from './sign-in-flood.ts'
import { slowDownloads } from './slow-downloads.ts'
import { slowloris } from './slowloris.ts'
import { soak } from './soak.ts'
import { stopUnderLoad } from './stop-under-load.ts'

/** In the order in which they are run and told. */
export const allFaults: readonly Fault[] = [
  killInWrites,
  stopUnderLoad,
  databaseStopped,
  databaseSlow,
  secondHub,
  limitsAway,
  doubleSubmit,
  signInFlood,
  manyUploads,
  slowDownloads,
  slowloris,
  likeStorm,
  soak,
]
