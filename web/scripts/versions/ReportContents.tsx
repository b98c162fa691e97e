import type { ArchiveContents } from '#contract/archives/analysis.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import { counted } from './analysis-texts.ts'
import { PlaceLink } from './PlaceLink.tsx'
import placeStyles from './PlaceLink.module.css'
import styles from './ReportContents.module.css'
import sectionStyles from './ReportSection.module.css'

export function ReportContents({ contents }: { contents: ArchiveContents }) {
  const { files, folders, size, unpackedSize, types, largest, topLevel, notRead, notReadTotal } = contents
  const largestType = Math.max(1, ...types.map((type) => type.size))
  return (
    <section className={`${sectionStyles.section} stack gap-4`} aria-labelledby="contents">
      <h2 id="contents">What it contains</h2>
      <p>
        {counted(files, 'file')} in {counted(folders, 'folder')}, {fileSizeText(size)}, unpacked{' '}
        {fileSizeText(unpackedSize)}.
      </p>
      <table className={`${styles.types} table full text-sm numeric`}>
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
      <div className={`grid mt-2 tiles-fit ${styles.lists}`}>
        <div>
          <h3>Largest files</h3>
          <ul className={styles.sizes}>
            {largest.map((file) => (
              <li key={file.path}>
                <PlaceLink path={file.path} />
                <span>{fileSizeText(file.size)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>Top level</h3>
          <ul className={styles.sizes}>
            {topLevel.map((entry) => (
              <li key={entry.name}>
                <bdi className={placeStyles.path}>
                  {entry.name}
                  {entry.isFolder && '/'}
                </bdi>
                <span>
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
          <ul className={styles.sizes}>
            {notRead.map(({ path, why }) => (
              <li key={path}>
                <bdi className={placeStyles.path}>{path}</bdi>
                <span>{why}</span>
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
