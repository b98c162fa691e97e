/** An unexpected outcome: one entry for each kind, with its count and one example that reproduces it. */
export type Finding = { what: string; times: number; example: string }

export function openFindings() {
  const found = new Map<string, Finding>()
  return {
    add(what: string, example: string) {
      const known = found.get(what)
      if (known) known.times += 1
      else found.set(what, { what, times: 1, example: example.slice(0, 1_000) })
    },
    list: () => [...found.values()],
  }
}
export type Findings = ReturnType<typeof openFindings>

export type Result = {
  part: string
  runs: number
  seconds: number
  figures: Record<string, number | string>
  findings: readonly Finding[]
}

export const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 100) / 10

/** The processor time of this process until now: a busy machine does not change what a step takes of it. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
