import { totalmem } from 'node:os'

/** Megabytes that this process may count on. A container's limit counts; 0 and absurd values mean that there is none. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return bytes / 1024 / 1024
}
