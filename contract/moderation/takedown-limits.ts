export const takedownLimits = {
  nameMax: 200,
  emailMax: 254,
  workMin: 20,
  workMax: 5_000,
  urlsMax: 20,
  urlMax: 500,
  /** Hours until a notice must be decided. */
  dueHours: 48,
  /** Days from a counter-notice until the scripts may come back. */
  counterDays: 14,
} as const
