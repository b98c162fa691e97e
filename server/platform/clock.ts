/** The wall clock, injected so that tests can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export function after(start: Date, milliseconds: number): Date {
  return new Date(start.getTime() + milliseconds)
}

/** The day of a time in UTC, such as 2026-05-31. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
