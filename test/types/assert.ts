/** Assertions of type tests: each alias is an error unless its argument is `true`. */
export type Expect<Condition extends true> = Condition;

/** Identity, not mutual assignability: tells `any` and optional properties apart. */
export type Equal<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

export type IsAny<T> = 0 extends 1 & T ? true : false;
export type Not<Condition extends boolean> = Condition extends true ? false : true;
