import { Skeleton } from './Skeleton.tsx'

/** A region that loads. Its text is for screen readers. */
export function LoadingBlock({ text, height }: { text: string; height: number }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{text}</output>
      <Skeleton shape="block" height={height} />
    </div>
  )
}
