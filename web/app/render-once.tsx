import { createElement, type FunctionComponent } from 'react'

const [opening, closing] = ['<template data-once="">', '</template>']
let rendered: string | undefined

/**
 * For a part that has the same markup on all pages: it depends on nothing of the page, and its ids follow from its place
 * in the tree, which does not change. The server renders it for the first page only.
 */
export function renderOnce(part: FunctionComponent) {
  return () => <template data-once="">{rendered === undefined && createElement(part)}</template>
}

/** Replaces the element that `renderOnce` leaves in the markup of a page. */
export function insertRendered(markup: string): string {
  const start = markup.indexOf(opening)
  if (start < 0) return markup
  const end = markup.indexOf(closing, start)
  rendered ??= markup.slice(start + opening.length, end)
  return markup.slice(0, start) + rendered + markup.slice(end + closing.length)
}
