/** A position in the text of a file. */
export type Place = {
  /** Index of the first character. */
  at: number
  /** Counted from 1. */
  line: number
  /** Index behind the last character. */
  end: number
}

export type LuaExpression = Place &
  (
    | { type: 'nil' | 'true' | 'false' | 'vararg' }
    | { type: 'number'; text: string }
    /** A hash in backticks is a string, too. */
    | { type: 'string'; value: string }
    | { type: 'name'; name: string }
    /** `object.key` has a string as its key. */
    | { type: 'index'; object: LuaExpression; key: LuaExpression }
    /** With a method the callee is the object: `callee:method(…)`. */
    | { type: 'call'; callee: LuaExpression; method: string | null; arguments: LuaExpression[] }
    | LuaFunction
    | { type: 'table'; fields: LuaField[] }
    | { type: 'binary'; operator: string; left: LuaExpression; right: LuaExpression }
    | { type: 'unary'; operator: string; operand: LuaExpression }
    /** Parentheses reduce several values to the first one. */
    | { type: 'parentheses'; expression: LuaExpression }
  )

export type LuaName = Place & { type: 'name'; name: string }

export type LuaFunction = Place & {
  type: 'function'
  /** Including the `self` of a method. */
  parameters: string[]
  isVararg: boolean
  body: LuaStatement[]
}

/** Without a key it is the next element of the list. */
export type LuaField = { key: LuaExpression | null; value: LuaExpression }

export type LuaStatement = Place &
  (
    | { type: 'local'; names: LuaName[]; values: LuaExpression[] }
    | { type: 'local-function'; name: string; function: LuaFunction }
    | { type: 'assignment'; targets: LuaExpression[]; values: LuaExpression[] }
    /** `target += value`; the operator is `+`. */
    | { type: 'update'; target: LuaExpression; operator: string; value: LuaExpression }
    /** `a, b in source` reads the fields of these names; local names are declared. */
    | { type: 'unpacking'; isLocal: boolean; targets: LuaExpression[]; source: LuaExpression }
    | { type: 'call-statement'; call: LuaExpression }
    | { type: 'if'; clauses: { condition: LuaExpression; body: LuaStatement[] }[]; otherwise: LuaStatement[] }
    | { type: 'while'; condition: LuaExpression; body: LuaStatement[] }
    | { type: 'repeat'; body: LuaStatement[]; condition: LuaExpression }
    | { type: 'numeric-for'; name: string; range: LuaExpression[]; body: LuaStatement[] }
    | { type: 'generic-for'; names: string[]; iterator: LuaExpression[]; body: LuaStatement[] }
    | { type: 'do' | 'defer'; body: LuaStatement[] }
    | { type: 'return'; values: LuaExpression[] }
    | { type: 'break' }
    | { type: 'goto' | 'label'; name: string }
  )
