import styles from './Field.module.css'

/** Spoken only near the end: a count on every key would drown the typing. */
export function LengthCounter({ length, lengthMax }: { length: number; lengthMax: number }) {
  const left = lengthMax - length
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      <span aria-hidden="true">
        {length} / {lengthMax}
      </span>
      <output className="visually-hidden">{spoken(left)}</output>
    </span>
  )
}

function spoken(left: number): string {
  if (left < 0) return `${-left} characters too many`
  return left <= 20 ? `${left} characters left` : ''
}
