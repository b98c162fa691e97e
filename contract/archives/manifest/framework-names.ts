export const frameworks = ['esx', 'qbcore', 'qbox', 'ox', 'vrp', 'vorp', 'rsg'] as const
export type Framework = (typeof frameworks)[number]

/** As their authors write them. A file of its own: the script page loads it, and not what finds frameworks. */
export const frameworkNames = {
  esx: 'ESX',
  qbcore: 'QBCore',
  qbox: 'Qbox',
  ox: 'ox_core',
  vrp: 'vRP',
  vorp: 'VORP',
  rsg: 'RSG',
} as const satisfies Record<Framework, string>
