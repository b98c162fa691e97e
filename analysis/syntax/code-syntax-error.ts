/** The grammar of its language rejects a text, or a limit of the analysis is reached. */
export class CodeSyntaxError extends Error {
  readonly start: number
  readonly kind: 'does-not-parse' | 'not-fully-read'

  constructor(message: string, start: number, kind: CodeSyntaxError['kind'] = 'does-not-parse') {
    super(message)
    this.start = start
    this.kind = kind
  }
}

export const tooDeep = (start: number): CodeSyntaxError =>
  new CodeSyntaxError('the code is nested too deeply', start, 'not-fully-read')
