import { analyseProgram, type CodeFile } from './program.ts'

/** A script of the server. */
export const file = (text: string, of: Partial<CodeFile> = {}): CodeFile => ({
  path: 'server.lua',
  text,
  language: 'lua',
  side: 'server',
  resource: 'own',
  isLoaded: true,
  ...of,
})
export const brief = (one: CodeFile): string[] =>
  (analyseProgram([one])[0]?.findings ?? []).map(({ rule, line, severity }) => `${severity} ${rule} ${line}`)
export const client = { side: 'client' } as const
export const page = { side: 'page', language: 'javascript' } as const
export const script = { language: 'javascript' } as const
