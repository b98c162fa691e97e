/** Milliseconds of processor time of this thread so far: on a busy machine a clock says nothing about the code. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
