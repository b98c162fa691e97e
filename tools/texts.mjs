import { globSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

import { root } from './root.mjs'

/**
 * The texts of the interface, the emails and the messages for a translator: `npm run texts` prints them by folder, as
 * JSON. They are read from the syntax trees, so a text stays where it is used. A sentence with elements inside is one
 * text, as in `New here? <0>Create account</0>`. Parts of sentences that begin with a small letter are listed where
 * the variable, function or file around them is named for texts, such as `reasonTexts` or `describeFailure`.
 */
const FILES = ['{web,contract,analysis}/**/*.{ts,tsx}', 'server/**/*.{ts,lua}']
/** Tests, and what operators read: logs, the API documentation, reports of commands. */
const NO_TEXT =
  /\.(?:test|fixture|tables)\.tsx?$|^server\/(?:operations\/|[^/]+$)|^server\/platform\/(?!errors)|^analysis\/knowledge\//

/** Attributes and properties whose value is a text, also of one word. */
const TEXT_NAMES =
  /^(?:aria-label|alt|busyText|check|description|heading|hint|label|message|placeholder|text|title|why)$/

/** Variables and functions whose literals are texts or parts of them. */
const TEXT_OWNERS = /^(?:\p{Ll}\w*(?:Texts?|Phrases?|Words|Sentences?)|texts?|phrases?|describe\p{Lu}\w*)$/u

/** Calls that print to logs, stop on a defect or describe the API. */
const NO_TEXT_CALLS = /^(?:log|console|endpoint|Error|TypeError|RangeError)$/

/** @typedef {{ text: string, line: number }} Text */

/**
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(path, source) {
  if (path.endsWith('.lua')) return luaTexts(source)
  /** @type {Map<number, string>} By their place, because a text can be reached in two ways. */
  const texts = new Map()
  const isTextFile = /texts\.tsx?$/.test(path)
  /** Elements that belong to the sentence of the element around them. */
  const inner = new Set()

  /** @param {any} node @param {boolean} isNamed @param {boolean} isOwned */
  const addLiteral = (node, isNamed, isOwned) => {
    const text = literalText(node)
    if (text === undefined || !/\p{L}{2}/u.test(text)) return
    if (
      isNamed ||
      isSentence(text) ||
      (isOwned && isPhrase(text)) ||
      (isTextFile && /^\p{Lu}\p{Ll}/u.test(text))
    )
      texts.set(node.start, text)
  }
  /** @param {any} node @param {boolean} isOwned Whether what is around it is named for texts. */
  const visit = (node, isOwned) => {
    if (Array.isArray(node)) for (const each of node) visit(each, isOwned)
    if (typeof node?.type !== 'string' || isNoText(node)) return
    const { type } = node
    if (type === 'Literal' || type === 'TemplateLiteral') addLiteral(node, false, isOwned)
    if (type === 'Property' && node.key.type === 'Identifier')
      addLiteral(node.value, TEXT_NAMES.test(node.key.name), isOwned)
    if (type === 'JSXAttribute')
      addLiteral(
        node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value,
        node.name.type === 'JSXIdentifier' && TEXT_NAMES.test(node.name.name),
        isOwned,
      )
    if (
      (type === 'JSXElement' || type === 'JSXFragment') &&
      !inner.has(node) &&
      node.children.some(isLetters)
    )
      texts.set(node.start, sentence(node, inner))
    // The examples of a rule are code.
    if (type === 'Property' && node.key.name === 'examples') return
    if (type === 'BinaryExpression' && /^[!=]==$/.test(node.operator)) return
    if (type === 'SwitchCase') return visit(node.consequent, isOwned)
    const isOwner = isOwned || TEXT_OWNERS.test(node.id?.name ?? '')
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child, isOwner)
  }
  visit(parseSync(path, source).program, false)
  return [...texts]
    .toSorted(([a], [b]) => a - b)
    .map(([start, text]) => ({ text, line: source.slice(0, start).split('\n').length }))
}

/** SQL and other tagged templates, types, imports, and calls whose texts only operators or developers read. @param {any} node */
function isNoText({ type, callee }) {
  if (type === 'CallExpression' || type === 'NewExpression')
    return NO_TEXT_CALLS.test(
      callee.type === 'MemberExpression' ? (callee.object.name ?? '') : (callee.name ?? ''),
    )
  return /^(?:TaggedTemplateExpression|ImportDeclaration|TS(?:TypeAlias|Interface)Declaration|TSTypeAnnotation)$/.test(
    type,
  )
}

/** @param {string} source @returns {Text[]} */
function luaTexts(source) {
  return source
    .split('\n')
    .flatMap((line, index) =>
      [...line.replace(/^\s*--.*/, '').matchAll(/'([^']*)'/g)].flatMap(([, text = '']) =>
        text.includes(' ') && isPhrase(text) ? [{ text, line: index + 1 }] : [],
      ),
    )
}

/** Words with a space between them. @param {string} text */
function isPhrase(text) {
  return /\p{L}\p{L}[,:]? [\p{L}{]/u.test(text) || /^\p{L}[\p{L} ]*$/u.test(text.trim())
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
