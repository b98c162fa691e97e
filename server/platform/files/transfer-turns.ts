/**
 * What all files on their way together may move in one turn of the event loop: a millisecond or two of copying and
 * hashing. Who asks for something else meanwhile waits for one such turn and not for as much as the lines bring.
 */
const bytesInTurn = 1024 ** 2

type Waiting = { bytes: number; go: () => void }

const waiting: Waiting[] = []
let left = bytesInTurn
let isCounting = false

/** True when these bytes may go in this turn; else `go` is called in a later one, in the order in which they came. */
export function takeTurn(bytes: number, go: () => void): boolean {
  countTurn()
  if (left <= 0 || waiting.length > 0) {
    waiting.push({ bytes, go })
    return false
  }
  left -= bytes
  return true
}

function countTurn(): void {
  if (isCounting) return
  isCounting = true
  setImmediate(beginTurn)
}

/** What is larger than a whole turn goes alone. */
function beginTurn(): void {
  isCounting = false
  left = bytesInTurn
  while (left > 0) {
    const next = waiting.shift()
    if (!next) return
    countTurn()
    left -= next.bytes
    next.go()
  }
}
