// log(L(p) - L_inf) over a plane of prompts, as a tone. The sums of src/solve/landscape.hpp, relative to their values at
// the centre of the picture; the textbook softmax and the difference L - L_inf would lose every digit of 24 bits.

uniform sampler2D terms;  // LandscapeTerms, groups of four numbers in rows of 64
uniform int inputs;
uniform int loss;      // 0 logistic, 1 exponential, 2 correlation
uniform vec4 window;   // pixel (x, y) lies (window.xy + window.zw (x, y)) from the centre
uniform vec2 depth;    // the tone is 1 - exp(-(depth.x - value) / depth.y), value relative to the centre
uniform vec3 shallow;  // colour of tone 0
uniform vec3 deep;     // colour of tone 1
uniform vec2 probe;    // y > 0: instead of a colour, (value - probe.x) / probe.y in 24 bits of red, green and blue

out vec4 result;

const float NEVER = -1e30;

vec4 term(int k) { return texelFetch(terms, ivec2(k & 63, k >> 6), 0); }

// log((e^x - 1) / x) for x = e^log_x
float log_expm1_ratio(float x, float log_x) {
  if (x < 0.5) {
    float series = 1.0 + x / 5.0 * (1.0 + x / 6.0 * (1.0 + x / 7.0));
    return log(1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * series)));
  }
  return x + log(1.0 - exp(-x)) - log_x;
}

// log(log(1 + z) / z) for z = e^log_z
float log_log1p_ratio(float log_z) {
  float z = exp(min(log_z, 0.0));
  if (z < 0.5) {
    float s = z / (2.0 + z), s2 = s * s;  // log(1 + z) = 2 artanh(s)
    return log((1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 / 7.0))) * 2.0 / (2.0 + z));
  }
  return log(max(log_z, 0.0) + log(1.0 + exp(-abs(log_z)))) - log_z;
}

// log share_i(delta) - log delta - (its limit for small delta)
float curvature(float log_delta, float log_sigma) {
  if (loss == 2 || log_delta < -16.0) return 0.0;  // no digit of it left
  float ratio = log_expm1_ratio(exp(min(log_delta, 80.0)), log_delta);
  return loss == 1 ? ratio : ratio + log_log1p_ratio(log_sigma + log_delta + ratio);
}

float value_at(vec2 at) {
  float top = NEVER, sum = 0.0;
  int k = 0;
  for (int i = 0; i < inputs; ++i) {
    vec4 header = term(k);
    int first = k + 1, end = first + int(header.x);
    vec2 most = vec2(NEVER);
    for (k = first; k < end; ++k) {
      vec4 token = term(k);
      most = max(most, token.xy + dot(token.zw, at));
    }
    vec2 sums = vec2(0.0);
    for (k = first; k < end; ++k) {
      vec4 token = term(k);
      sums += exp(token.xy + dot(token.zw, at) - most);
    }
    vec2 logs = most + log(sums);
    float moved = logs.x - logs.y;  // of log delta, since the centre
    float share = header.y + moved + curvature(header.z + moved, header.w);
    float larger = max(top, share);
    sum = sum * exp(top - larger) + exp(share - larger);
    top = larger;
  }
  return top + log(sum);
}

void main() {
  float value = value_at(window.xy + window.zw * gl_FragCoord.xy);
  if (probe.y > 0.0) {
    float code = floor(clamp((value - probe.x) / probe.y, 0.0, 1.0) * 16777215.0);
    float high = floor(code / 65536.0), middle = floor((code - 65536.0 * high) / 256.0);
    result = vec4(vec3(high, middle, code - 65536.0 * high - 256.0 * middle) / 255.0, 1.0);
    return;
  }
  float tone = 1.0 - exp(min((value - depth.x) / depth.y, 0.0));
  result = vec4(mix(shallow, deep, tone), 1.0);
}
