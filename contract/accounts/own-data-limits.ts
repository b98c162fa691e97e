export const ownDataLimits = {
  /** Days until an account is deleted; it can be kept until then. */
  graceDays: 14,
  /** Days that an export can be downloaded. */
  exportDays: 7,
  /** Bytes of archives and images in an export; its list names the files that are left out. */
  filesMax: 2 * 1024 ** 3,
} as const
