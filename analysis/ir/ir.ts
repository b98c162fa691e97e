/**
 * The tree of a program, the same for Lua and JavaScript. `lower-lua.ts` and `lower-javascript.ts` write it.
 *
 * What the languages spell in many ways is spelled in one way here:
 * - Scopes are resolved: a local name has its `Binding`, every other name is a global (`binding` is null). The top level
 *   of a Lua file is local; `var`, `let`, `const`, `class` and functions at the top level of a JavaScript script are
 *   globals, as all scripts of a side see them, and local in a module.
 * - Function declarations are assignments at the start of their block. Declarations without a value are nothing: a
 *   binding without an assignment is undefined (nil).
 * - Blocks are flat: `{ … }` and `do … end` are statements of the list around them.
 * - Destructuring, defaults, `+=`, `++`, `in` unpacking, class fields, `super`, `with`, `import` and `export` are written
 *   with the nodes below and with bindings whose name is empty.
 * - A statement `a && b()`, `c ? d() : e()` or `f(), g()` is an If or several statements, so each guard is an If.
 *
 * A tree is no deeper than `levelsMax` nodes.
 */
export type Program = {
  /** By id. The first one is the file: its `rest` are the arguments of a Lua chunk, its returns are the module. */
  functions: Fn[]
  /** By id. */
  bindings: Binding[]
  /** Globals whose value is always that of their declaration: `const` and `class` at the top level of a script. */
  constants: string[]
}

/** Offsets in the text of the file: the first character and the one behind the last. */
export type Span = { start: number; end: number }

export const levelsMax = 400

/** A local variable, a parameter, or a value that lowering has to remember (then the name is empty). */
export type Binding = {
  id: number
  name: string
  /** The id of the function that declares it. */
  fn: number
  /** A function within `fn` reads or writes it: its value does not follow from the order of the statements. */
  isCaptured: boolean
  /** How many nodes assign it, without parameters, `each` and `try`, which set their bindings themselves. */
  writes: number
}

// Expressions.

export type Expr =
  | Const
  | Regex
  | Name
  | Member
  | Call
  | Fn
  | Class
  | Table
  | Unary
  | Binary
  | Logical
  | Conditional
  | Template
  | Sequence
  | Assign
  | Spread
  | Import

/** `nil` is undefined, a bigint is a number. A number of Lua is a number, whether integer or not. */
export type Const = Span & {
  type: 'const'
  value: string | number | boolean | null | undefined
  /** A name in backticks (CfxLua); the value is the text between them. At run time it is a number. */
  isHash?: true
}

/** A regular expression of JavaScript. */
export type Regex = Span & { type: 'regex'; pattern: string }

/**
 * A variable. `this` is a Name whose binding is the `receiver` of a function, so arrow functions capture it; `arguments`
 * and `...` have the bindings `argumentList` and `rest`. The global object is the global `globalThis` (JavaScript), `_G`
 * (Lua).
 */
export type Name = Span & { type: 'name'; name: string; binding: Binding | null }

/** `object.key`, `object[key]`, `object?.key`. A key that the text names is a Const; `#private` keeps its `#`. */
export type Member = Span & { type: 'member'; object: Expr; key: Expr }

/**
 * Calls `callee`. An argument may be a Spread.
 * A tagged template is a call whose first argument is a Table of strings with the field `raw`.
 */
export type Call = Span & {
  type: 'call'
  callee: Expr
  /** `a:b()` of Lua: the object is an argument before the others. */
  isMethod: boolean
  /** `new callee(…)`. */
  isNew: boolean
  arguments: Expr[]
}

export type Fn = Span & {
  type: 'fn'
  id: number
  /** With `self` of a Lua method as the first one. Patterns and defaults are assignments at the start of the body. */
  parameters: Binding[]
  /** A list (as of a Table) of the arguments behind `parameters`. Lua counts it from 1, JavaScript from 0. */
  rest: Binding | null
  /** `this`. Null for Lua and arrow functions. */
  receiver: Binding | null
  /** The list `arguments` of JavaScript, where it is used. */
  argumentList: Binding | null
  /** Its calls return an iterator of what it yields. */
  isGenerator: boolean
  body: Stmt[]
}

/**
 * A class. Fields are assignments at the start of `construct`, static fields and blocks follow the class in a Sequence.
 * `super(…)` is `superclass.call(this, …)` and `super.m(…)` is `superclass.prototype.m.call(this, …)`, with a binding
 * that holds the superclass.
 */
export type Class = Span & {
  type: 'class'
  superclass: Expr | null
  construct: Fn
  members: { kind: 'method' | 'get' | 'set'; isStatic: boolean; key: Expr; value: Fn }[]
}

/** An array or object of JavaScript, a table of Lua. Later entries win. */
export type Table = Span & { type: 'table'; form: 'array' | 'object' | 'lua'; entries: TableEntry[] }

export type TableEntry =
  /** The next element of the list, from 1 in Lua, from 0 in JavaScript. May be a Spread: the next elements. */
  | { kind: 'item'; value: Expr }
  | { kind: 'field'; key: Expr; value: Expr }
  | { kind: 'get' | 'set'; key: Expr; value: Fn }
  /** `{ ...object }` */
  | { kind: 'copy'; value: Expr }

/** `not` is `!`, `#` the length (Lua). */
export type Unary = Span & {
  type: 'unary'
  operator: 'not' | '-' | '+' | '~' | '#' | 'typeof' | 'void' | 'delete' | 'await' | 'yield' | 'yield*'
  operand: Expr
}

/**
 * Two operands or more of the same operator, from left to right: `a + b + c` has three. The operators of JavaScript,
 * with `==` for `===`, `!=` for `!==` and `~=`, `**` for Lua's `^`, `^` for Lua's `~`, and Lua's `..` and `//`.
 */
export type Binary = Span & {
  type: 'binary'
  operator: BinaryOperator
  operands: Expr[]
}
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '**'
  | '..'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '<<'
  | '>>'
  | '>>>'
  | '&'
  | '|'
  | '^'
  | 'in'
  | 'instanceof'

/** Two operands or more; the later ones run only if the earlier ones ask for it. Defaults of patterns are `??`, too. */
export type Logical = Span & { type: 'logical'; operator: '&&' | '||' | '??'; operands: Expr[] }

export type Conditional = Span & { type: 'conditional'; condition: Expr; whenTrue: Expr; whenFalse: Expr }

/** The texts of the parts, one after the other. */
export type Template = Span & { type: 'template'; parts: Expr[] }

/** All run; the value is that of the last one. */
export type Sequence = Span & { type: 'sequence'; expressions: Expr[] }

/**
 * Assigns the first value to the first target and so on; its own value is the last value. The values are read before a
 * target is written. A Spread as the last value gives all further targets their values; targets without one get nil.
 * Only Lua has several targets.
 */
export type Assign = Span & { type: 'assign'; targets: (Name | Member)[]; values: Expr[] }

/**
 * All values of an expression: each element of a list (`...list` of JavaScript, `...` of Lua, a Name whose binding is
 * `rest`), or each value that a call returns (Lua). Only in arguments, items, returns and as the last value of an Assign
 * or the last subject of an Each. A call without it gives one value.
 */
export type Spread = Span & { type: 'spread'; kind: 'list' | 'results'; value: Expr }

/** The module `source`: `import()` and `import` declarations. Its exports are fields (`default`, too). */
export type Import = Span & { type: 'import'; source: Expr }

// Statements.

/**
 * A list of statements runs in order. Nothing runs behind a Return, Throw or Jump, except at a Label. So a condition
 * guards what its body holds, and, if its body never reaches its end, what follows the If.
 */
export type Stmt = ExprStmt | If | Loop | Each | Switch | Return | Throw | Jump | Label | Block | Try

export type ExprStmt = Span & { type: 'expression'; expression: Expr }

/** `else if` and `elseif` are an If as the only statement of `otherwise`. */
export type If = Span & { type: 'if'; condition: Expr; body: Stmt[]; otherwise: Stmt[] }

/** `while`, `do … while`, `repeat`, `for (;;)`, and `for i = a, b` of Lua, whose first assignment stands before it. */
export type Loop = Span & {
  type: 'loop'
  /** Goes on while it holds; null is always. */
  condition: Expr | null
  /** False for `do … while` and `repeat`: the body runs before the first condition. */
  isConditionFirst: boolean
  body: Stmt[]
  /** After each body, also after `continue`. */
  update: Expr | null
}

/**
 * `for (x of subject)` has the kind `values`, `for (x in subject)` has `keys`. Lua's `for a, b in …` has `iterator`: the
 * subject is usually one Spread of `pairs(t)`, `ipairs(t)` or `each(t)`, otherwise a function that gives the values.
 */
export type Each = Span & {
  type: 'each'
  kind: 'values' | 'keys' | 'iterator'
  /** One in JavaScript. A pattern or a target that is no new variable is assigned at the start of the body. */
  targets: Binding[]
  subject: Expr[]
  body: Stmt[]
}

/** A case starts if the subject is `test`; null is `default`. Its end leads to the next case; `break` leaves. */
export type Switch = Span & {
  type: 'switch'
  subject: Expr
  cases: { test: Expr | null; body: Stmt[] }[]
}

/** Lua returns several values, with a Spread as the last one. An arrow function with an expression returns it. */
export type Return = Span & { type: 'return'; values: Expr[] }

export type Throw = Span & { type: 'throw'; value: Expr }

/** `break`, `continue` and `goto`, wherever they lead. */
export type Jump = Span & { type: 'jump' }

/** Where a `goto` of Lua leads. */
export type Label = Span & { type: 'label' }

/** A labelled block, which `break` may leave. */
export type Block = Span & { type: 'block'; body: Stmt[] }

/** `defer` of CfxLua is a Try whose body is what follows it and whose finalizer is the text of `defer`. */
export type Try = Span & {
  type: 'try'
  body: Stmt[]
  /** Null without a `catch`. */
  handler: { parameter: Binding | null; body: Stmt[] } | null
  finalizer: Stmt[]
}

// What lowering gives.

export type Lowered = { program: Program; problem: null } | { program: null; problem: Problem }

export type Problem = {
  /** The grammar rejects the text, or a limit of the analysis is reached. */
  kind: 'does-not-parse' | 'not-fully-read'
  /** An offset in the text. */
  start: number
  /** Counted from 1. */
  line: number
  /** A sentence without the place. */
  message: string
}
