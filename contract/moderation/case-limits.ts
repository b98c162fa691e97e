/** Apart from the schemas: pages load them without the library of schemas. */
export const caseLimits = {
  pageSize: 20,
  textMin: 20,
  textMax: 5_000,
  noteMax: 300,
  evidenceMax: 10,
  blocklistMax: 50,
  urlMax: 500,
  /** How long a claim lasts, in minutes; each action renews it. */
  claimMinutes: 15,
  /** A reporter with this many dismissed reports in 30 days cannot report for 7 days. */
  dismissedMax: 5,
  reportsPerHour: 5,
  /** For one case, for each party and for all staff together: none uses up the messages of another. */
  messagesOfParty: 100,
  messagesOfStaff: 500,
} as const
