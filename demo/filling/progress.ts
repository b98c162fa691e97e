const clearLine = '\r\u001B[K'

export type Progress = {
  step<T>(title: string, total: number, work: (advance: () => void) => Promise<T>): Promise<T>
}

/** A line for each step: it counts up on a terminal, and is written once it is done elsewhere. */
export function openProgress(output: NodeJS.WriteStream): Progress {
  return {
    async step(title, total, work) {
      const startedAt = performance.now()
      let done = 0
      const say = () => output.isTTY && output.write(`${clearLine}  ${title} ${done} of ${total}`)
      say()
      const result = await work(() => {
        done += 1
        say()
      })
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      output.write(`${output.isTTY ? clearLine : ''}  ${title}: ${total}, ${seconds} s\n`)
      return result
    },
  }
}
