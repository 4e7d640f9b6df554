/** Makes a value of an object once, and gives the same again for as long as the object is there. */
export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { made: Made }>();
  return (of) => {
    const last = known.get(of) ?? { made: make(of) };
    known.set(of, last);
    return last.made;
  };
}
