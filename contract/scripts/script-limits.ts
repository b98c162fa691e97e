// Without schemas, so that public pages and threads can import this without loading zod.
const megabyte = 1024 * 1024

/** Sizes in bytes, lengths in characters. */
export const scriptLimits = {
  nameMin: 3,
  nameMax: 100,
  descriptionMin: 20,
  descriptionMax: 1000,
  versionMax: 20,
  changelogMax: 5000,
  documentationMax: 20_000,
  linkMax: 500,
  tagsMax: 200,
  fileSizeMax: 1000 * megabyte,
  directUploadOver: 4 * megabyte,
  imagesMax: 5,
  imageSizeMax: 10 * megabyte,
  pageSize: 12,
  latest: 6,
  related: 4,
  cardTags: 3,
  summaryMax: 200,
  searchDefault: 20,
  queryMax: 100,
} as const

export const scriptStatuses = ['Readable', 'Decrypted'] as const
export type ScriptStatus = (typeof scriptStatuses)[number]

/** `owner`: may do everything; one user, or the owners of a team. `maintainer`: all but members and deletion. `contributor`: versions. */
export const scriptRoles = ['owner', 'maintainer', 'contributor'] as const
export type ScriptRole = (typeof scriptRoles)[number]
export const coAuthorRoles = ['maintainer', 'contributor'] as const
export type CoAuthorRole = (typeof coAuthorRoles)[number]

export const maintenanceStates = ['archived', 'seeking'] as const

export const scriptSorts = ['newest', 'popular', 'downloads', 'views', 'trending', 'updated'] as const
export type ScriptSort = (typeof scriptSorts)[number]

/** 'best' is the default of a list with a search text; 'newest' is the default of all others, which have no best match. */
export const requestedSorts = ['best', ...scriptSorts] as const
export type RequestedSort = (typeof requestedSorts)[number]

/** Filters of lists, from the analysis of the current version; the last three from the fields of the script. */
export const frameworks = ['esx', 'qbcore', 'qbox', 'ox', 'vrp', 'vorp', 'rsg', 'standalone'] as const
export type Framework = (typeof frameworks)[number]
export const games = ['gta5', 'rdr3'] as const
export type Game = (typeof games)[number]
export const contentFilters = [
  'open',
  'escrowed',
  'sql',
  'page',
  'source',
  'documentation',
  'support',
] as const
export type ContentFilter = (typeof contentFilters)[number]
/** The libraries that lists count and offer as a filter; any other resource can be named. */
export const knownLibraries = [
  'ox_lib',
  'oxmysql',
  'ox_target',
  'ox_inventory',
  'qb-target',
  'qb-inventory',
  'qb-menu',
  'PolyZone',
  'pma-voice',
] as const
export const serverBuildMax = 999_999_999
export const reportFilters = ['no-high', 'none'] as const
export const updatedWithin = ['30', '90', '365'] as const

export const archiveExtensions = ['zip', 'rar', '7z'] as const
export type ArchiveExtension = (typeof archiveExtensions)[number]

/** The extension of a supported archive in lower case, or undefined. */
export function archiveExtension(fileName: string): ArchiveExtension | undefined {
  return archiveExtensions.find((extension) => fileName.toLowerCase().endsWith(`.${extension}`))
}

export const teamLimits = {
  /** Members and open invitations of a team together. */
  membersMax: 50,
  /** Scripts that a team owns. */
  scriptsMax: 500,
  /** Teams that one user owns. */
  ownedMax: 10,
  /** Invitations to teams that one user sends in this time. */
  sentMax: 50,
  /** An invitation can be answered this long. */
  invitationDays: 14,
} as const
