import { totalmem } from 'node:os'

/** Megabytes available to this process: the limit of the container, or the memory of the machine when there is no limit. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return bytes / 1024 / 1024
}
