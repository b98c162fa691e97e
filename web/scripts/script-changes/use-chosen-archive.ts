import { useState } from 'react'

export type ChosenArchive = {
  file: File | undefined
  problem: string | undefined
  choose: (file: File | undefined, problem: string | undefined) => void
  showProblem: (problem: string | undefined) => void
}

export function useChosenArchive(): ChosenArchive {
  const [chosen, setChosen] = useState<{ file: File | undefined; problem: string | undefined }>({
    file: undefined,
    problem: undefined,
  })
  return {
    ...chosen,
    choose: (file, problem) => setChosen({ file, problem }),
    showProblem: (problem) => setChosen((before) => ({ ...before, problem })),
  }
}
