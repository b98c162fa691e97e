import { globSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

import { root } from './root.mjs'

/**
 * The texts of the interface and the emails for a translator: `npm run texts` prints them by folder, as JSON. They are
 * read from the syntax trees, so a text stays where it is used. A sentence with elements inside is one text, as in
 * `New here? <0>Create account</0>`. Parts of sentences that begin with a small letter, outside markup, are not listed.
 */
const FILES = ['web/**/*.tsx', 'web/**/*.ts', '{contract,server}/**/*{texts,messages}.ts']
const NO_TEXT = /(?:^|\.)(?:test|routes?|data|queries|tables)\.tsx?$/

/** Attributes and properties whose value is a text, also of one word. */
const TEXT_NAMES =
  /^(?:aria-label|alt|busyText|description|heading|hint|label|message|placeholder|text|title)$/

/** @typedef {{ text: string, line: number }} Text */

/**
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(path, source) {
  const { program } = parseSync(path, source)
  /** @type {Map<number, string>} By their place, because a text can be reached in two ways. */
  const texts = new Map()
  const isTextFile = /texts\.tsx?$/.test(path)
  /** Elements that belong to the sentence of the element around them. */
  const inner = new Set()

  /** @param {any} node @param {boolean} isNamed */
  const addLiteral = (node, isNamed) => {
    const text = literalText(node)
    if (text === undefined || !/\p{L}{2}/u.test(text)) return
    if (isNamed || isSentence(text) || (isTextFile && /^\p{Lu}\p{Ll}/u.test(text)))
      texts.set(node.start, text)
  }
  /** @param {any} node */
  const addMarkup = (node) => {
    if (inner.has(node) || !node.children.some(isLetters)) return
    texts.set(node.start, sentence(node, inner))
  }
  new Visitor({
    JSXElement: addMarkup,
    JSXFragment: addMarkup,
    JSXAttribute: ({ name, value }) =>
      addLiteral(
        value?.type === 'JSXExpressionContainer' ? value.expression : value,
        name.type === 'JSXIdentifier' && TEXT_NAMES.test(name.name),
      ),
    Property: ({ key, value }) => addLiteral(value, key.type === 'Identifier' && TEXT_NAMES.test(key.name)),
    Literal: (node) => addLiteral(node, false),
    TemplateLiteral: (node) => addLiteral(node, false),
  }).visit(program)
  return [...texts]
    .toSorted(([a], [b]) => a - b)
    .map(([start, text]) => ({ text, line: source.slice(0, start).split('\n').length }))
}

/** @param {string} text */
function isSentence(text) {
  return /^[\p{Lu}“‘]/u.test(text) && /\p{L} \p{L}|\p{Ll}[.?!…]$/u.test(text)
}

/** @param {any} child */
function isLetters(child) {
  return child.type === 'JSXText' && /\p{L}{2}/u.test(child.value)
}

/** The children of an element: other elements as `<0>…</0>`, values as `{name}`. @param {any} node @param {Set<unknown>} inner */
function sentence(node, inner) {
  let count = 0
  /** @param {any} parent @returns {string} */
  const join = (parent) =>
    parent.children
      .map((/** @type {any} */ child) => {
        if (child.type === 'JSXText') return child.value.replaceAll(/\s*\n\s*/g, ' ')
        if (child.type === 'JSXExpressionContainer')
          return literalText(child.expression) ?? valueName(child.expression)
        if (child.type !== 'JSXElement') return ''
        inner.add(child)
        const number = count++
        const content = join(child)
        return content === '' ? `<${number}/>` : `<${number}>${content}</${number}>`
      })
      .join('')
  return join(node).trim().replaceAll(/\s+/g, ' ')
}

/** @param {any} node @returns {string | undefined} */
function literalText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral') return undefined
  const { quasis, expressions } = node
  return quasis
    .map((/** @type {any} */ { value }, /** @type {number} */ index) =>
      index < expressions.length ? value.cooked + valueName(expressions[index]) : value.cooked,
    )
    .join('')
}

/** @param {any} node @returns {string} */
function valueName(node) {
  if (node.type === 'JSXEmptyExpression') return ''
  if (node.type === 'Identifier') return `{${node.name}}`
  return node.type === 'MemberExpression' && !node.computed ? `{${node.property.name}}` : '{…}'
}

/** By folder, each text once with its places. */
export function allTexts() {
  /** @type {Record<string, Record<string, string[]>>} */
  const folders = {}
  for (const path of FILES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    if (NO_TEXT.test(path)) continue
    const folder = dirname(path)
    for (const { text, line } of textsOf(path, readFileSync(`${root}/${path}`, 'utf8')))
      ((folders[folder] ??= {})[text] ??= []).push(`${relative(folder, path)}:${line}`)
  }
  return folders
}

if (import.meta.main) console.log(JSON.stringify(allTexts(), null, 2))
