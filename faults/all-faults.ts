import { abortedUploads } from './aborted-uploads.ts'
import { analysisInterrupted } from './analysis-interrupted.ts'
import { backupWhileWriting } from './backup-while-writing.ts'
import { clockSteps } from './clock-steps.ts'
import { databaseSlow, databaseStopped } from './database-unavailable.ts'
import { doubleSubmit } from './double-submit.ts'
import type { Fault } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { maliciousArchives } from './malicious-archives.ts'
import { killInMigrations } from './kill-in-migrations.ts'
import { killInUploads } from './kill-in-uploads.ts'
import { killInWrites } from './kill-in-writes.ts'
import { killOneNode } from './kill-one-node.ts'
import { largeUpload } from './large-upload.ts'
import { likeStorm } from './like-storm.ts'
import { limitsUnavailable } from './limits-unavailable.ts'
import { lostCommit } from './lost-commit.ts'
import { lostFile } from './lost-file.ts'
import { mailOutage } from './mail-outage.ts'
import { manyUploads } from './many-uploads.ts'
import { objectStoreUnavailable } from './object-store-unavailable.ts'
import { parallelSaves } from './parallel-saves.ts'
import { rollingRestart } from './rolling-restart.ts'
import { secondInstance } from './second-instance.ts'
import { signInFlood } from './sign-in-flood.ts'
import { slowDownloads } from './slow-downloads.ts'
import { slowloris } from './slowloris.ts'
import { soak } from './soak.ts'
import { stopUnderLoad } from './stop-under-load.ts'

/** In the order in which they run and are listed. */
export const allFaults: readonly Fault[] = [
  killInWrites,
  killInUploads,
  stopUnderLoad,
  fullDisk,
  databaseStopped,
  databaseSlow,
  secondInstance,
  abortedUploads,
  clockSteps,
  mailOutage,
  objectStoreUnavailable,
  lostFile,
  maliciousArchives,
  limitsUnavailable,
  parallelSaves,
  doubleSubmit,
  killInMigrations,
  backupWhileWriting,
  analysisInterrupted,
  lostCommit,
  signInFlood,
  manyUploads,
  largeUpload,
  slowDownloads,
  slowloris,
  likeStorm,
  killOneNode,
  rollingRestart,
  soak,
]
