// Apart from script-limits.ts, which is part of the first load of every page.

/** Error messages of files; the limits are in `scriptLimits`. */
export const fileMessages = {
  fileRequired: 'Script file is required',
  fileExtension: 'File must be a .zip, .rar, or .7z archive',
  oneOfSet: 'The archive is one part of a set. Please pack everything into one file',
  versionWaits: 'A version is already waiting for review',
  fileTooLarge: 'File size must be less than 1000MB',
  imageRequired: 'At least one image is required',
  tooManyImages: 'Maximum 5 images allowed',
  /** `n` counts from 1. */
  imageTooLarge: (n: number) => `Image ${n} is too large (max 10MB)`,
  imageType: (n: number) => `Image ${n} must be JPEG, PNG, GIF, or WebP`,
} as const

/** The rules for an archive, as the submit form and docs/api.md state it. The server checks it. */
export const archiveRules = [
  'At most 1000 MB, 50,000 files and folders, and 4 GB when unpacked. Above 64 MB it must not unpack to more than 50 times its size.',
  'One complete file: no part of a set, no self-extracting program, no password.',
  'Only files and folders: no links. At least one file.',
  'File names of at most 1024 characters that stay in the folder of the archive, without backslashes, and no name twice. Upper and lower case count as equal.',
  'Nothing before or after the archive, and no data that belongs to no file.',
] as const
