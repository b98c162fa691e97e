/** Repeated here: the list of the contract would load its schemas. */
export const periods = [7, 30, 90, 365] as const

export function parseStatisticsSearch({ days }: Record<string, unknown>): { days?: number } {
  const period = periods.find((known) => String(known) === String(days))
  return period === undefined || period === 30 ? {} : { days: period }
}
