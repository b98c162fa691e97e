/** The hub that serves this file; the server replaces the text in its build. */
const served = '{hub}'

let url = import.meta.url

/** The URL of the file that runs, which threads run, too. */
export function program(): string {
  return url
}

export function setProgram(mainUrl: string): void {
  url = mainUrl
}

export function configuredHub(): string | undefined {
  return served.startsWith('http') ? served : undefined
}
