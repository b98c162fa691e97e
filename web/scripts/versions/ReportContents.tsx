import type { ArchiveContents } from '#contract/archives/analysis.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import { counted } from './analysis-texts.ts'
import { PlaceLink } from './PlaceLink.tsx'
import placeStyles from './PlaceLink.module.css'
import styles from './ReportContents.module.css'

export function ReportContents({ contents }: { contents: ArchiveContents }) {
  const { files, folders, size, unpackedSize, types, largest, topLevel, notRead, notReadTotal } = contents
  const largestType = Math.max(1, ...types.map((type) => type.size))
  return (
    <section className="stack gap-4" aria-labelledby="contents">
      <h2 id="contents" className="text-h2">
        What it contains
      </h2>
      <p>
        {counted(files, 'file')} in {counted(folders, 'folder')}, {fileSizeText(size)}, unpacked{' '}
        {fileSizeText(unpackedSize)}.
      </p>
      <table className={`${styles.types} table full text-sm numeric nowrap`}>
        <caption className="muted bold text-left">By type</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Files</th>
            <th scope="col">Size</th>
            <th scope="col" className="visually-hidden">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.type}>
              <th scope="row">
                <bdi className="mono">{type.type ? `.${type.type}` : 'without extension'}</bdi>
              </th>
              <td>{fullNumber(type.files)}</td>
              <td>{fileSizeText(type.size)}</td>
              <td aria-hidden="true">
                <span
                  className={`block ${styles.bar}`}
                  style={{ width: `${(100 * type.size) / largestType}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid mt-2 tiles-fit gap-6-8">
        <div>
          <h3 className="text-lg break">Largest files</h3>
          <ul className={`${styles.sizes} text-sm`}>
            {largest.map((file) => (
              <li key={file.path} className="flex baseline between gap-4 line-above pad-6px-0">
                <PlaceLink path={file.path} />
                <span className="rigid faint numeric">{fileSizeText(file.size)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="text-lg break">Top level</h3>
          <ul className={`${styles.sizes} text-sm`}>
            {topLevel.map((entry) => (
              <li key={entry.name} className="flex baseline between gap-4 line-above pad-6px-0">
                <bdi className={`${placeStyles.path} mono break isolate`}>
                  {entry.name}
                  {entry.isFolder && '/'}
                </bdi>
                <span className="rigid faint numeric">
                  {entry.isFolder && `${counted(entry.files, 'file')}, `}
                  {fileSizeText(entry.size)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {notRead.length > 0 && (
        <details>
          <summary className="muted strong">{counted(notReadTotal, 'file')} not read</summary>
          <ul className={`${styles.sizes} text-sm`}>
            {notRead.map(({ path, why }) => (
              <li key={path} className="flex baseline between gap-4 line-above pad-6px-0">
                <bdi className={`${placeStyles.path} mono break isolate`}>{path}</bdi>
                <span className="rigid faint numeric">{why}</span>
              </li>
            ))}
          </ul>
          {notReadTotal > notRead.length && (
            <p className="faint text-sm">The list shows the first of them.</p>
          )}
        </details>
      )}
    </section>
  )
}
