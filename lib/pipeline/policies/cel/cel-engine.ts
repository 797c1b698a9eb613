import type { ResultType, Types } from './result-type.ts'

/** What an expression gave: a value, or why it gave none. */
export type Outcome =
  | { readonly value: unknown }
  | {
      readonly error: string
      /** The engine's own form of the error, to be the value of a variable. */
      readonly cause?: unknown
    }

/** An expression that can be run. */
export interface Program {
  readonly type: ResultType
  /** Variables of the policy that it names. */
  readonly variables: ReadonlySet<string>
  /** Whether it asks who makes the request. */
  readonly asksUser: boolean
  /** The outcome for values by name; maps are `Map`s, integers bigints. */
  readonly run: (values: Readonly<Record<string, unknown>>) => Outcome
}

/** `failure`: it is no CEL. `unknown`: it is, but some of it is not known to be the same in the API server. */
export type Compiled =
  | Program
  | { readonly failure: string }
  | { readonly unknown: readonly string[] }

/** What evaluates CEL. It is large, so that only who has policies loads it. */
export interface CelEngine {
  /** `types`: what the variables that it may name always are. */
  readonly compile: (text: string, wanted: ResultType, types?: Types) => Compiled
  /** A new budget of steps for all policies about all objects. */
  readonly begin: () => void
  /** A new budget of steps within that one: for the next policy or the next object. */
  readonly restart: () => void
  /** Which budget is spent, if one is. */
  readonly spent: () => string | undefined
}
