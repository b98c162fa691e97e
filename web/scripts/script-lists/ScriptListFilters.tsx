import { memo, useState } from 'react'

import { licenseName, licenses } from '#contract/scripts/licenses.ts'
import {
  contentFilters,
  frameworks,
  games,
  knownLibraries,
  reportFilters,
  updatedWithin,
} from '#contract/scripts/script-limits.ts'
import type { ScriptList } from '#contract/scripts/script-filters.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'

import {
  contentChoice,
  contentNames,
  gameNames,
  reportNames,
  tagsOf,
  updatedNames,
  withContent,
  withTags,
} from './active-filters.ts'
import { frameworkNames } from './framework-names.ts'
import styles from './ScriptListTools.module.css'
import { listOf } from './script-list-search.ts'
import type { FilterChange, ScriptListSearch } from './script-list-search.ts'

/**
 * The filters by what the archives contain. Their names are parameters of the page's URL, see script-list-search.ts.
 * Memoized: opening and closing them does not render all their options.
 */
export const ScriptListFilters = memo(Filters)

function Filters({
  search,
  list,
  onChange,
}: {
  search: ScriptListSearch
  list: ScriptList | undefined
  onChange: (change: FilterChange) => void
}) {
  const countOf = (name: string) =>
    list?.facets.attributes?.find((facet) => facet.name === name)?.count ?? null
  const libraries = list?.facets.needs ?? knownLibraries.map((name) => ({ name, count: null }))
  const { needs } = search
  const otherNeed = needs !== undefined && !libraries.some(({ name }) => name === needs)
  const countWithout = (name: string) => {
    const count = countOf(name)
    return list && count !== null ? list.pagination.total - count : null
  }
  const frameworkWords = listOf(search.exclude).filter((word) => frameworks.some((known) => known === word))
  return (
    <>
      <FilterSelect
        label="Framework"
        name="framework"
        emptyLabel="Any"
        value={search.framework}
        options={frameworks.map((value) => ({
          value,
          label: withCount(frameworkNames[value], search.framework ? null : countOf(`framework:${value}`)),
        }))}
        onChange={(framework) => onChange({ framework: framework || undefined })}
      />
      <FilterSelect
        label="Game"
        name="game"
        emptyLabel="Any"
        value={search.game}
        options={games.map((value) => ({
          value,
          label: withCount(gameNames[value], search.game ? null : countOf(`game:${value}`)),
        }))}
        onChange={(game) => onChange({ game: game || undefined })}
      />
      <FilterSelect
        label="Library"
        name="needs"
        emptyLabel="Any"
        value={needs}
        options={[
          ...(otherNeed ? [{ value: needs, label: needs }] : []),
          ...libraries.map(({ name, count }) => ({
            value: name,
            label: withCount(name, needs === undefined ? count : null),
          })),
        ]}
        onChange={(name) => onChange({ needs: name || undefined })}
      />
      <FilterSelect
        label="Licence"
        name="license"
        emptyLabel="Any"
        value={search.license}
        options={licenses.map((value) => ({ value, label: licenseName(value) }))}
        onChange={(license) => onChange({ license: license || undefined })}
      />
      <FilterSelect
        label="Updated"
        name="updated"
        emptyLabel="Any time"
        value={search.updated}
        options={updatedWithin.map((value) => ({ value, label: updatedNames[value] }))}
        onChange={(updated) => onChange({ updated: updated || undefined })}
      />
      <FilterSelect
        label="Findings"
        name="report"
        emptyLabel="Any"
        value={search.report}
        options={reportFilters.map((value) => ({
          value,
          label: withCount(reportNames[value], search.report ? null : countOf(`report:${value}`)),
        }))}
        onChange={(report) => onChange({ report: report || undefined })}
      />
      <fieldset className={styles.contents}>
        <legend className="visually-hidden">What it contains</legend>
        {contentFilters.map((word) => {
          const choice = contentChoice(search, word)
          return (
            <FilterSelect
              key={word}
              label={contentNames[word].name}
              name={`has-${word}`}
              emptyLabel="Any"
              value={choice || undefined}
              options={[
                { value: 'with', label: withCount('With', choice === '' ? countOf(word) : null) },
                { value: 'without', label: withCount('Without', choice === '' ? countWithout(word) : null) },
              ]}
              onChange={(value) => onChange(withContent(search, word, value))}
            />
          )
        })}
        <TextFilter label="Needs a resource" name="resource" onEnter={(name) => onChange({ needs: name })} />
        <TextFilter
          label="Your server build"
          name="build"
          inputMode="numeric"
          onEnter={(build) => onChange({ build })}
        />
        <TextFilter
          label="Add a tag"
          // Without JavaScript it is added to the other tags.
          name="tag"
          onEnter={(tag) => onChange(withTags([...tagsOf(search), tag]))}
        />
      </fieldset>
      {search.build !== undefined && <input type="hidden" name="runs-on" value={search.build} />}
      {frameworkWords.length > 0 && <input type="hidden" name="exclude" value={frameworkWords.join(',')} />}
    </>
  )
}

/** A filter by what the user types. `name` is the form's parameter. */
function TextFilter({
  label,
  name,
  inputMode,
  onEnter,
}: {
  label: string
  name: string
  inputMode?: 'numeric'
  onEnter: (text: string) => void
}) {
  const [text, setText] = useState('')
  const value = text.replaceAll(',', ' ').trim()
  return (
    <input
      className={`round-md fill-1 vivid text-sm min-h-md framed-strong ${styles.text}`}
      aria-label={label}
      placeholder={label}
      name={name}
      inputMode={inputMode}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      enterKeyHint="done"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || value === '') return
        event.preventDefault()
        onEnter(value)
        setText('')
      }}
    />
  )
}

function withCount(label: string, count: number | null): string {
  return count === null ? label : `${label} (${fullNumber(count)})`
}
